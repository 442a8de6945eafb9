"""Words that carry no meaning of their own, by language, folded (lower case, no accents).

They say which language a text is in, and are neither indexed nor searched in a text of that language. Interrogatives are among
them: a question asks with them, and its answer does not hold them. Month names are not (English "may" is one).
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = _words(
    """
    a about above after again against all also am an and any anybody anyone anything are aren as at be because been before being
    below between both but by can cannot could couldn d did didn do does doesn doing don done down during each either else ever
    every few for from further get gets getting got had hadn has hasn have haven having he her here hers herself him himself his how
    however i if in into is isn it its itself just kind kinds let ll m many me might mightn more most much must mustn my myself
    needn neither no nor not now o of off on once one only onto or other others ought our ours ourselves out over own per please re
    s same shall shan she should shouldn since so some somebody someone something such t than that the their theirs them themselves
    then there these they this those though through till to too toward towards type types under unless until up upon us ve very was
    wasn we were weren what whatever when whenever where wherever whether which whichever while who whoever whom whose why will with
    within without won would wouldn y yes yet you your yours yourself yourselves
    """
)

SPANISH = _words(
    """
    a al algo alguien algun alguna algunas alguno algunos ante antes aquel aquella aquellas aquello aquellos aqui asi aun aunque
    bajo bien cada como con contra cual cuales cualquier cualquiera cuando cuanta cuantas cuanto cuantos cuya cuyas cuyo cuyos de
    del desde donde durante e el ella ellas ello ellos en entre era eran eres es esa esas ese eso esos esta estaba estaban estado
    estamos estan estar estas este esto estos estoy estuvo fue fueron ha haber habia habian han has hasta hay haya he hemos hizo
    hube hubo la las le les lo los mas me mi mia mias mientras mio mios mis misma mismas mismo mismos mucha muchas mucho muchos muy
    nada ni ningun ninguna ninguno no nos nosotras nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero
    poco por porque pues que quien quienes se sea sean segun ser si sido siempre sin sino sobre sois solo somos son soy su sus suya
    suyas suyo suyos tal tales tambien tampoco tan tanto te tendra tenemos tener tengo tenia ti tiene tienen toda todas todavia todo
    todos tras tu tus tuvo u un una unas uno unos usted ustedes vosotros y ya yo
    """
)

PORTUGUESE = _words(
    """
    a ao aos aquela aquelas aquele aqueles aquilo as ate cada com como da das de dela delas dele deles depois desde dessa dessas
    desse desses desta destas deste destes do dos e ela elas ele eles em enquanto entao entre era eram essa essas esse esses esta
    estao estas estava estavam este esteja estes esteve estou eu foi fomos for foram fosse ha haja isso isto ja la lhe lhes lo mais
    mas me mesma mesmas mesmo mesmos meu meus minha minhas muita muitas muito muitos na nao nas nela nele nem nenhum nenhuma nessa
    nesse nesta neste no nos nossa nossas nosso nossos num numa o onde os ou outra outras outro outros para pela pelas pelo pelos
    pois por porem porque pra quais qual qualquer quando quanta quantas quanto quantos que quem se seja sejam sem sempre sendo ser
    sera serao seu seus si sido so sob sobre somos sou sua suas tal tambem tampouco tanto te tem temos tenha tenho ter teu teus teve
    tinha tive toda todas todavia todo todos tu tua tuas um uma umas uns voce voces vos
    """
)

FRENCH = _words(
    """
    a afin ai ainsi alors apres as au aucun aucune aujourd aussi autre autres aux avait avant avec avez avoir avons c ca car ce ceci
    cela celle celles celui cependant certain certaine certaines certains ces cet cette ceux chaque chez ci comme comment d dans de
    dedans dehors depuis des deux donc dont du elle elles en encore entre es est et etaient etait etant etc ete etes etre eu eux
    faire fait faites faut fut hui ici il ils j je jusqu l la laquelle le lequel les lesquelles lesquels leur leurs lors lorsqu
    lorsque lui m ma mais me meme memes mes mien moi mon n ne ni non nos notre nous on ont ou par parce pas pendant peu peut peuvent
    plus plusieurs pour pourquoi pourrait puis puisqu puisque qu quand que quel quelle quelles quelqu quelque quelques quels qui
    quoi s sa sans sauf se selon sera seront ses seulement si sien soi soient sois soit sommes son sont sous suis sur t ta tandis te
    tel telle telles tels tes toi ton tous tout toute toutes tres tu un une vers voici voila vos votre vous y
    """
)

ITALIAN = _words(
    """
    a abbia abbiamo ad agli ai al all alla alle allo allora altra altre altri altro anche ancora avere aveva avevano avuto c che chi
    ci cio coi col come con contro cosa cosi cui d da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello
    dentro di dopo dov dove due e ed egli ella era erano essa esse essere essi esso fa fin fino fra fu fui furono gia gli ha hai
    hanno ho i il in invece io l la le lei li lo loro lui m ma me meno mentre mi mia mie miei mio molta molte molti molto ne negli
    nei nel nell nella nelle nello nessun nessuna nessuno no noi non nostra nostre nostri nostro o ogni oltre oppure per perche
    percio piu poi possono prima puo qual qualche qualcosa qualcuno quale quali quando quanta quante quanti quanto quel quell quella
    quelle quelli quello questa queste questi questo qui quindi s sa sara saranno se sei senza si sia siamo siano siete solo sono
    sopra sotto sta stata state stati stato su sua sue sugli sui sul sull sulla sulle sullo suo suoi t tale tali tanto te tra tranne
    tu tua tue tuo tuoi tutta tutte tutti tutto un una uno v vi voi vostra vostri vostro
    """
)

GERMAN = _words(
    """
    aber alle allem allen aller alles als also am an ander andere anderen anderer anderes auch auf aus bei beim bin bis bist da
    dadurch daher damit dann das dass dein deine dem den denen denn der deren des dessen dich die dies diese diesem diesen dieser
    dieses dir doch dort du durch ein eine einem einen einer eines er es etwa etwas euch euer fur gegen gewesen hab habe haben hat
    hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist jede jedem jeden jeder jedes jene
    jener jetzt kann kein keine keinem keinen keiner konnen konnte man manche mehr mein meine mich mir mit muss musste nach nicht
    nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit selbst sich sie sind so solche soll sollte sondern
    sonst uber um und uns unser unter viel viele vom von vor wahrend war waren warum was weil welche welchem welchen welcher welches
    wem wen wenn wer werde werden wessen wie wieder wieviel will wir wird wo wofur woher wohin wurde wurden zu zum zur zwar zwischen
    """
)

DUTCH = _words(
    """
    aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen geweest haar had
    heb hebben heeft hem het hier hij hoe hoeveel hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet
    na naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom
    wanneer want waren was wat we wel welk welke werd wezen wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou
    """
)

TURKISH = _words(
    """
    acaba ama ancak artik asla aslinda ayrica bana bazi belki ben beni benim beri bile bir biri birkac birsey biz bize bizi bizim
    boyle bu buna bunda bundan bunlar bunlari bunun burada cok cunku da daha de defa degil diger diye dolayi en fakat gibi gore
    hangi hangisi hatta hem henuz hep hepsi her herhangi hic icin ile ilgili ise iste kac kadar kendi kendine kendisi ki kim kime
    kimi kimin mi mu nasil ne neden nedeniyle nerede nereden nereye neyi nicin niye o olan olarak oldu oldugu olduklari olmak olmasi
    olsa olup olur on ona ondan onlar onlari onlarin onu onun oyle oysa pek ragmen sadece sanki sen seni senin siz sizi sizin sonra
    su sunu tarafindan tum uzere var ve veya ya yani yapilan yerine yine yoksa zaten
    """
)

LATIN = {
    "en": ENGLISH,
    "es": SPANISH,
    "pt": PORTUGUESE,
    "fr": FRENCH,
    "it": ITALIAN,
    "de": GERMAN,
    "nl": DUTCH,
    "tr": TURKISH,
}
"""By language, for the languages that share the Latin script and so have to be told apart."""

LETTERS = {
    **dict.fromkeys("ãõ", ("pt",)),
    **dict.fromkeys("ñ", ("es",)),
    **dict.fromkeys("ç", ("fr", "pt")),
    **dict.fromkeys("êâ", ("fr", "pt")),
    **dict.fromkeys("èù", ("fr", "it")),
    **dict.fromkeys("œëîû", ("fr",)),
    **dict.fromkeys("ìò", ("it",)),
    **dict.fromkeys("äß", ("de",)),
    **dict.fromkeys("öü", ("de", "tr")),
    **dict.fromkeys("ışğ", ("tr",)),
    **dict.fromkeys("íú", ("es", "pt")),
}
"""Letters that speak for a language, or for one of several."""

OTHER_SCRIPTS = _words(
    """
    а або але без более больше був будет будто була були було бы был была были было быть в вам вас ведь во вона вони вот все всего
    всех всю вы від він где да даже де для до другои его ее ей ему если есть еще ж же з за зачем здесь и из или им их й к как какая
    какие каким каких какого какое какои какую когда коли которая которое котором которые которыи которых кто куда ли между меня мне
    много может мои моя мы на над надо нас не него нее ней нет ни нибудь ним них ничего но ну о об он она они от перед по под после
    потом потому почему почти при про раз с сам свою себе себя сказал сколько скільки со та так также такои там тебя тем то тогда
    того тоже только том тот тут ты у уже хоть це чего чем через чому что чтоб чтобы що эти это этого этои этом этот эту я як яка
    яке який якщо які є і
    αλλα αν απο αυτα αυτη αυτησ αυτο αυτοι αυτοσ αυτου αυτων για γιατι δε δεν ειναι ειχε ενα ενασ ενοσ εχει εχουν η ηταν θα και κατα
    κι μασ με μετα μη μην μια μιασ να ο οι οπωσ οτι παρα ποια ποιεσ ποιο ποιοι ποιοσ ποσα ποσεσ ποσο ποσοι ποτε που προσ πωσ σασ σε
    στα στην στισ στο στον στουσ τα την τησ τι τισ το τον του τουσ των ως ωσ
    آن اذا از است التي الذي الذين الي ام ان انه انها او اي ايضا اين با براي بعد به بها بود بين تا تلك ثم حتي حول در ذلك را شد علي
    عليه عليها عن عند في فيه فيها قبل قد كان كانت كجا كرد كل كم كه كي كيف لا لم لماذا لن له لها لهم ما ماذا متي مثل مع من منذ منه
    منها مي نيز هذا هذه هر هل هم هو هي و وكان ولا وهو وهي يا چرا چه
    אבל או אז אחרי איזה איזו איך אילו אין איפה אל אלה אם אנחנו אני אשר את אתה בין גם הוא היא היה היו הייתה היתה הם הן זאת זה זו יש
    כי כך כל כמה כן לא למה לפני מה מי מתי עוד על עם רק של
    अपना अपनी अपने इन इस उन उस एक और कब कर करता करती करते करना करने कहाँ कहां का कि कितना कितनी कितने किन किया किस किसका किसकी किसके
    किसको किसने किसे की कुछ के कैसे को कौन क्या क्यों गई गए गया जब जाता जाती जाते जिस जिसके जिसने जिसमें जिसे जो तक तो था था। थी थे
    दिया द्वारा न नहीं ने पर बाद बारे भी में यह या ये रहा रही रहे लिए वह वे सकता सकती सकते साथ से ही हुआ हुई हुए है हैं है। हो होता
    होती होते
    """
)
"""Of Russian, Ukrainian, Greek, Arabic, Persian, Hebrew and Hindi, in one set: their scripts tell them apart already."""

AMBIGUOUS = _words(
    """
    all also am an as come den die fin for has hat he her in is la mas me men no on pass per sin so sole solo son state sur te ton
    tu us war was wet will
    """
)
"""Filler in one language and a plain word, or other filler, in another: no evidence of a language by themselves."""
