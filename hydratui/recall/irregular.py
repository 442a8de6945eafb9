"""English words whose forms no ending gives away."""

_FORMS = """
arise arose arisen, awake awoke awoken, become became, begin began begun, bend bent, bite bit bitten, blow blew blown, break broke
broken, bring brought, build built, burn burnt, buy bought, catch caught, choose chose chosen, come came, creep crept, deal dealt, dig
dug, draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight
fought, find found, fly flew flown flies, forbid forbade forbidden, forget forgot forgotten, forgive forgave forgiven, freeze froze
frozen, give gave given, go went gone goes, grow grew grown, hang hung, hear heard, hide hid hidden, hold held, keep kept, know knew
known, lay laid, lead led, learn learnt, leave left, lend lent, lose lost, make made, mean meant, meet met, pay paid, ride rode ridden,
ring rang rung, rise rose risen, run ran, say said, see saw seen, seek sought, sell sold, send sent, sew sewn, shake shook shaken, shine
shone, shoot shot, show shown, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, speak spoke
spoken, spell spelt, spend spent, spin spun, spring sprang sprung, stand stood, steal stole stolen, stick stuck, sting stung, strike
struck, swear swore sworn, sweep swept, swim swam swum, swing swung, take took taken, teach taught, tear tore torn, tell told, think
thought, throw threw thrown, understand understood, wake woke woken, wear wore worn, weave wove woven, win won, wind wound, write wrote
written, withdraw withdrew withdrawn, overcome overcame, undergo underwent undergone, mistake mistook mistaken, rebuild rebuilt, resend
resent, rerun reran, rewrite rewrote rewritten, die dying dies, lie lying lain, tie tying, child children, man men, woman women, person
people, foot feet, tooth teeth, goose geese, mouse mice, ox oxen, life lives, wife wives, knife knives, wolf wolves, shelf shelves, leaf
leaves, half halves, thief thieves, loaf loaves, calf calves, self selves, good better best, bad worse worst, far farther further,
analysis analyses, crisis crises, thesis theses, basis bases, index indices, matrix matrices, criterion criteria
"""

_GROUPS = [group.split() for group in _FORMS.split(",")]

IRREGULAR = {form: forms[0] for forms in _GROUPS for form in forms[1:]}
"""The plain form by each of the others."""

FORMS = {forms[0]: tuple(forms[1:]) for forms in _GROUPS}
"""The others by the plain form."""
