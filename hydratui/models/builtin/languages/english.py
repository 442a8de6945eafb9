"""English."""

from hydratui.models.builtin.language import Language, Phrases
from hydratui.models.builtin.replies.english import REPLIES
from hydratui.models.builtin.words import listed, phrases

_PHRASES = Phrases(
    openers=phrases("""
        hi|hello|hey|hiya|howdy|greetings there?
        good morning|afternoon|evening
        please|pls|plz|kindly|just|always|ok|okay|so|and|also|now|then|well|alright|listen|actually|btw|fyi
        by the way
        one more|last thing
        quick one
        another thing
        from now on
        thanks|thank you?
        quick? question
    """),
    requests=phrases("""
        can|could|would|will|won't you please? kindly?
        would you mind
        i want|need|expect|ask you to
        i'd|id like you to
        i would like you to
        you should|must|can|could
        you need|have to
        do you know
        make sure to?
        make sure that? you
        be sure to
        try to
        let's|lets
        tell|show|give|help me
    """),
    closers=phrases("""
        please|pls|plz
        for me
    """),
    tags=phrases("""
        ok|okay|right|alright|thanks|cheers
        will|can|would|could you
        thank you very|so? much?
        thanks a lot
        for the future
        for later
        for next time
        from now on
    """),
    keep=phrases("""
        remember for? me? also|always? that|this|to
        remember the? following
        remember that|this for me|later
        remembering that
        remember for? later|future that?
        keep|bear in mind that?
        don't|dont|never forget that|this|to
        do not forget that|this|to
        don't|dont let me forget that|this|to?
        note down? that|this
        take|make a? note that|of|to?
        write|jot|put down that?
        write|put|note that|this down that?
        save|store|record that
        save|add|write|make|keep a note that?
        save|store|add|put|keep to|in|into your|the? memory|notes|mind that?
        memorize|memorise that|this?
        for the future
        for future reference
        note to self
        for your memory|notes|records
        learn|know that
    """),
    keep_bare=phrases("""
        remember|memorize|memorise
        don't|dont forget
        do not forget
    """),
    keep_colon=phrases("""
        note|memo|reminder|fyi
        save|store|record|keep|note this|that|it?
        a? note
    """),
    keep_before=phrases("""
        remember|note|save|store|memorize|memorise that|this|it
        remember|keep|note|save that|this|it for me|later
        remember|keep|note|save that|this|it for the future
        remember|keep|note|save that|this|it for next time
        don't|dont|never forget that|this|it
        do not forget that|this|it
        keep|bear that|this|it in mind
        make|take a? note of that|this|it
        write|note|jot|put that|this|it down
        put that|this|it in your memory|notes
    """),
    ask=phrases("""
        do|did|don't|didn't|can't you still? remember|recall
        you still? remember
        can|could you recall
        recall
        remember what|when|where|who|why|how|which|whether|if|me|us
        remember the time|day
        what do|can you still? remember|recall|know about|of
        what have you learned|learnt about
        tell me what you remember|know about
        tell me about|something about?
        search your|the|my? memory|notes|history|past for?
        search past|earlier|old tasks|conversations|messages for?
        find|look up? what i|we said|wrote|decided|discussed|agreed about|on?
        look in your|the? memory|notes|history for
        remind me what|when|where|who|why|how|which|of|about|whether
        i don't|can't|dont|cant remember|recall
        i cannot remember|recall
        i forgot|forget what|when|where|who|why|how|which
        refresh my memory about|on|of?
    """),
    questions=phrases("""
        what|whats|when|where|who|whom|whose|why|how|which|did|does|is|are|was|were|has|had|should|am
        do|have i|we|you|they|the|my|our|any|there|these|those
        will|would|can|could|may i|we|they|he|she|it|the|my|our|any|there|this|that
        any idea|news|decision|word
    """),
    accents=frozenset(),
    notes=phrases("""
        what do|can you remember|know|recall of|about? me|us? so? far?
        what do you still? remember
        what have you learned|learnt|remembered|noted|saved of|about? me|us? so? far?
        what is in|inside your memory|notes
        what's in|inside your memory|notes
        what notes do you have
        what did i ask|tell you to remember
        what have i told you about? me?
        what do you have on|about me
        show|list|see|read|open|display|print me? all? of? your|my|the? notes|memory|memories
        your|my|the? notes|memory|memories
        everything|all you remember|know of|about? me?
        what|everything you remember|know about me
        tell me everything|what you remember|know of|about? me?
        do you remember|know me|anything|something about? me?
        who am i
    """),
    forget=phrases("""
        forget|unlearn that|what|about|the|my|this|it|everything
        delete|remove|erase|drop|clear the|my|your|that|this|all? note|notes|memory
        stop remembering
    """),
    remind=phrases("""
        remind me to|that|in|at|on|tomorrow|every|later
        set a|an reminder|alarm|timer
        wake me
    """),
    greeting=phrases("""
        hi|hello|hey|hiya|howdy|greetings|yo there|again|all|everyone?
        good morning|afternoon|evening|day
        how are you doing?
        how's it going
        what's up
        nice to meet you
    """),
    thanks=phrases("""
        thanks|thx|ty|cheers|great|perfect|nice|cool
        thank you very|so? much?
        thanks a lot
        many thanks
        ok|okay|great|perfect thanks?
        got it
        good night
        bye|goodbye
        see you later|soon|tomorrow?
    """),
    who=phrases("""
        who|what are you
        what|which model are you
        what|which model is this
        what|which model do you use
        what's|whats your name
        what is your name
        are you an|a|the? ai|bot|human|robot|person|chatgpt|claude|llm|real|machine|model
        are you a language model
        introduce yourself
        about yourself
    """),
    help=phrases("""
        help|commands|usage|instructions me?
        what can|do you do for? me?
        what can i do|ask|say|type|try here|you?
        what are you able to do
        what are you good for
        how do you work
        how does this|it work
        how can you help me?
        how do i start|begin|use this|you|it?
        how do i connect|add|use|set a model up?
        connect a model
        can you help me?
        what now
    """),
)

ENGLISH = Language(
    code="en",
    common=listed("""
        a about after again all also am an and any are as at be because been before but by can could did do does don dont done for
        from get go had has have he her here him his how i if in into is it its just know last let like make many may me
        month more most much my no not now of on once one only or other our out over please said same say she should so some
        still such tell than that the their them then there these they thing this those time to today tomorrow too up us use
        very was we week were what when where which while who whom whose why will with would year yes yesterday you your yours
        ago ever never earlier past previously something anything s t m re ve ll d
    """),
    letters=frozenset(),
    subjects=listed("i we he she they it there"),
    first_person=listed("i my we our mine"),
    phrases=_PHRASES,
    replies=REPLIES,
)
