"""French."""

from hydratui.models.builtin.language import Language, Phrases
from hydratui.models.builtin.replies.french import REPLIES
from hydratui.models.builtin.words import listed, phrases

_PHRASES = Phrases(
    openers=phrases("""
        bonjour|bonsoir|salut|coucou|hé|hey|écoute|écoutez
        s'il te|vous plaît
        stp|svp|ok|bon|bien|alors|et|aussi|maintenant|toujours|merci|donc
        d'accord
        au fait
        à propos
        autre chose
        encore une chose
        à partir de maintenant
        désormais|dorénavant
        une question
    """),
    requests=phrases("""
        peux|pourrais tu bien?
        pouvez|pourriez vous bien?
        tu peux|pourrais|dois
        vous pouvez|pourriez|devez
        est-ce que tu|vous peux|pourrais|pouvez|pourriez
        veux tu bien?
        voulez|voudriez vous bien?
        je veux|voudrais|souhaite|aimerais que tu|vous
        j'aimerais que tu|vous
        il faut que tu|vous
        merci de bien? vouloir?
        prière de
        me dire|montrer|donner|aider
        sais tu
        savez vous
        tu sais
        dis|dites|montre|montrez|donne|donnez|aide|aidez moi
    """),
    closers=phrases("""
        s'il te|vous plaît
        stp|svp
    """),
    tags=phrases("""
        ok|d'accord|oui|hein|merci
        merci beaucoup
        tu veux bien
        pour l'avenir
        pour plus tard
        pour la suite
        pour la prochaine fois
        à partir de maintenant
    """),
    keep=phrases("""
        souviens|rappelle toi toujours|aussi|bien? que|qu|de|ça|ceci?
        souvenez|rappelez vous toujours|aussi|bien? que|qu|de|ça|ceci?
        te|vous|me souvenir|rappeler que|qu|de
        te souviennes|rappelles que|qu|de
        tu|te souviennes|rappelles que|qu|de
        retiens|retenez|retenir|retiennes bien? que|qu|ça|ceci|cela
        note|notez|noter|notes bien? que|qu|ça|ceci|cela
        prends|prenez|prendre note que|qu|de|du?
        prends|prenez|prendre en note que|qu?
        n'oublie|oubliez|oublies pas que|qu|de|ça|ceci?
        ne pas oublier que|qu|de?
        n'oublie|oubliez|oublies jamais que|qu|de?
        oublie|oubliez pas que|qu|de?
        mémorise|mémorisez|mémoriser que|qu|ça|ceci|cela
        enregistre|enregistrez|enregistrer que|qu
        garde|gardez|garder en tête|mémoire que|qu|ça|ceci?
        garde|gardez|garder à l'esprit que|qu|ça|ceci?
        mets|mettez|note|notez|enregistre|enregistrez|ajoute|ajoutez|sauvegarde|mettre dans ta|votre|la mémoire que|qu?
        mets|mettez|note|notez|enregistre|enregistrez|ajoute|ajoutez|mettre dans tes|vos|les notes que|qu?
        mets|mettez|ajoute|ajoutez|fais|faites|enregistre|enregistrez une note que|qu|de?
        ajoute|ajoutez à ta|votre|la|tes|vos mémoire|notes que|qu?
        tiens|tenez compte que|qu|de
        sache|sachez|saches que|qu
        pour l'avenir
        pour la suite
        pour info|information|mémoire
    """),
    keep_bare=phrases("""
        souviens|rappelle toi
        souvenez|rappelez vous
        retiens|retenez|retenir|mémorise|mémorisez|mémoriser
        n'oublie|oubliez|oublies pas
    """),
    keep_colon=phrases("""
        note|notez|mémo|rappel
        enregistre|enregistrez ça|ceci|cela?
    """),
    keep_before=phrases("""
        souviens t'en
        souvenez-vous en
        souviens|rappelle toi de? ça|ceci|cela
        rappelle-toi-le
        souvenez|rappelez vous de? ça|ceci|cela
        note|notez|retiens|retenez|mémorise|mémorisez le|la|ça|ceci|cela bien?
        n'oublie|oubliez|oublies pas ça|cela?
        ne l'oublie|l'oubliez pas
        l'oublie pas
        prends|prenez note
        prends-en|prenez-en note
        garde|gardez le|ça en tête|mémoire
        garde|gardez le|ça à l'esprit
    """),
    ask=phrases("""
        est-ce que tu|vous te|vous souviens|souvenez|rappelles|rappelez que|qu|de|du|des|ce|quand|comment?
        tu te souviens|rappelles encore? que|qu|de|du|des|ce|quand|comment|pourquoi|qui|où?
        te souviens|rappelles tu encore? que|qu|de|du|des|ce|quand|comment|pourquoi|qui|où?
        vous vous? souvenez|rappelez vous? que|qu|de|du|des|ce|quand|comment|pourquoi|qui|où?
        te souvenir|rappeler de? ce que|qu
        te souvenir|rappeler quand|comment|pourquoi|qui|où
        souviens|rappelle toi de? ce que|qu
        souvenez|rappelez vous de? ce que|qu
        souviens|rappelle toi quand|comment|pourquoi|qui|où|quel|quelle
        rappelle|rappelez|redis|redites moi ce|quand|comment|pourquoi|qui|où|quel|quelle|combien que|qu?
        me rappeler|redire ce|quand|comment|pourquoi|qui|où|quel|quelle|combien que|qu?
        qu'est-ce que tu|vous sais|savez de|du|des|sur
        de quoi te souviens tu au|à sujet|propos du|des|de?
        que sais|retiens tu de|du|des|sur
        que savez|retenez vous de|du|des|sur
        cherche|cherchez|chercher|recherche|recherchez dans ta|votre|la mémoire
        cherche|cherchez|chercher|recherche|recherchez dans tes|vos|les notes
        retrouve|retrouvez|cherche|cherchez ce qu'on a|avait dit|décidé sur|de|pour?
        parle|parlez moi de|du|des
        cherche|cherchez|chercher|recherche|recherchez dans l'historique
        je ne? me souviens|rappelle plus|pas de? ce|quand|comment|du|qui|où? que|qu?
        j'ai oublié ce|quand|comment|pourquoi|qui|où|quel|quelle que|qu?
    """),
    questions=phrases("""
        que|qu|quoi|quand|comment|pourquoi|qui|où|quel|quelle|quels|quelles|combien|lequel|laquelle
        est-ce que|qu
        qu'est-ce que|qui|qu
        à|de|en|avec|pour|sur|depuis|chez quoi|qui|quel|quelle|quand|où
        avons|avions|ai|a|as|avez|est|sont|était|sommes nous|je|t-on|tu|vous|il|elle|ce
        y a t-il
    """),
    accents=frozenset(["où"]),
    notes=phrases("""
        de quoi te souviens|rappelles tu sur|de? moi?
        de quoi tu te souviens|rappelles sur|de? moi?
        de quoi vous souvenez vous
        que|qu sais|retiens tu de|sur? moi|nous? jusqu'ici?
        que savez|retenez vous de|sur? moi|nous?
        qu'est-ce que tu|vous sais|retiens|savez|retenez de|sur? moi|nous?
        qu'as-tu appris|retenu|noté de|sur? moi?
        qu'est-ce que tu as appris|retenu|noté de|sur? moi?
        qu'y a-t-il dans ta|votre mémoire
        qu'y a-t-il dans tes|vos notes
        quelles sont tes|vos notes
        quelles notes as-tu|avez-vous
        qu'est-ce que je t'ai dit|demandé de? retenir?
        montre|montrez|liste|affiche|affichez|voir|donne|ouvre|lis moi? toutes? tes|vos|mes|les? notes
        montre|montrez|affiche|affichez|voir|ouvre moi? ta|votre|la? mémoire
        tes|vos|mes|les? notes
        ta|votre|la? mémoire
        dis|dites moi ce que tu|vous sais|savez|retiens de|sur? moi?
        tout? ce que tu|vous sais|savez|retiens de|sur? moi?
        tu te souviens de moi
        te souviens|rappelles tu de moi
        qui suis-je
        je suis qui
    """),
    forget=phrases("""
        oublie|oubliez que|qu|ça|cela|ceci|le|la|ma|mon|tout
        efface|effacez|supprime|supprimez|enlève|enlevez la|les|ma|mes|ta|tes|cette|toutes? les? note|notes|mémoire
    """),
    remind=phrases("""
        rappelle|rappelez|rappeler|rappelles moi de|d|que|qu|demain|à|dans|chaque
        réveille|réveillez|préviens|prévenez moi
        mets|mettez une? alarme|rappel|minuteur
        mets|mettez un rappel|minuteur
    """),
    greeting=phrases("""
        bonjour|bonsoir|salut|coucou à? tous|toutes?
        ça va
        comment ça va
        comment vas-tu|allez-vous
        tu vas bien
        salut|bonjour ça va
        enchanté|enchantée
        quoi de neuf
    """),
    thanks=phrases("""
        merci|parfait|super|génial|top
        merci beaucoup|bien
        mille|grand merci|mercis
        ok|parfait|super|d'accord merci?
        bonne nuit
        au revoir
        à bientôt|demain|plus|tout à? l'heure?
    """),
    who=phrases("""
        qui|qu es-tu|êtes-vous
        tu es qui
        c'est qui
        qui est là
        qu'est-ce que tu es
        comment t'appelles-tu
        comment tu t'appelles
        comment vous appelez-vous
        quel est ton|votre nom
        es-tu|êtes-vous une|un|le? ia|bot|humain|humaine|robot|personne|chatgpt|claude|machine|réel|modèle
        tu es une|un|le? ia|bot|humain|humaine|robot|personne|chatgpt|claude|machine|réel|modèle
        quel modèle es-tu|utilises-tu|êtes-vous
        quel modèle tu utilises|es
        présente-toi
        parle-moi de toi
    """),
    help=phrases("""
        aide|commandes|instructions moi?
        que peux|sais tu faire? pour? moi?
        que pouvez|savez vous faire? pour? moi?
        que fais|faites tu|vous
        qu'est-ce que tu|vous peux|sais|pouvez|savez faire pour? moi?
        qu'est-ce que je peux faire|dire|demander|écrire ici|te?
        à quoi sers-tu|servez-vous
        à quoi tu sers
        comment fonctionnes-tu
        comment tu fonctionnes|marches
        comment ça marche|fonctionne
        comment peux-tu m'aider
        comment commencer|débuter
        comment connecter|ajouter|utiliser un modèle
        connecter un modèle
    """),
)

FRENCH = Language(
    code="fr",
    common=listed("""
        a ai ainsi alors an apres as au aujourd aussi autre aux avait avant avec avez avons bien c ca car ce cela ces cet cette
        ceux chaque chez comme comment d dans de demain depuis derniere dernier des deux dit dois donc du elle elles en encore
        entre es est et etait ete etre eu faire fait fois font hier hui il ils j je jour l la le les leur lui m ma mais me meme
        mes moi mois moins mon n ne ni nos notre nous on ont ou par pas passe passee peu peut plus pour pourquoi pres qu quand
        que quel quelle quelles quels qui quoi s sa sans se semaine ses si son sont souvent sur t ta te tes toi ton toujours
        tout toute tres tu un une vers voici vos votre vous y jamais
    """),
    letters=frozenset("œêûîëï"),
    subjects=frozenset(),
    first_person=listed("je j moi mon ma mes nous notre nos"),
    phrases=_PHRASES,
    replies=REPLIES,
)
