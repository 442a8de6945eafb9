"""The words for days, weeks, months and years in English, Spanish, Portuguese, French and Italian, folded."""

MONTHS = {
    name: number
    for number, names in enumerate(
        """january jan enero janeiro janvier gennaio
        february feb febrero fevereiro fevrier febbraio
        march marzo marco mars
        april apr abril avril aprile
        may mayo maio mai maggio
        june jun junio junho juin giugno
        july jul julio julho juillet luglio
        august aug agosto aout
        september sept sep septiembre setiembre setembro septembre settembre
        october oct octubre outubro octobre ottobre
        november nov noviembre novembro novembre
        december dec diciembre dezembro decembre dicembre""".splitlines(),
        1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        """monday lunes segunda-feira lundi lunedi
        tuesday martes terca-feira mardi martedi
        wednesday miercoles quarta-feira mercredi mercoledi
        thursday jueves quinta-feira jeudi giovedi
        friday viernes sexta-feira vendredi venerdi
        saturday sabado samedi sabato
        sunday domingo dimanche domenica""".splitlines()
    )
    for name in names.split()
}
NUMBERS = {
    name: number
    for number, names in enumerate(
        """a an one un una uno um uma une
        two dos dois duas deux due couple
        three tres trois tre
        four cuatro quatro quatre quattro
        five cinco cinq cinque
        six seis sei
        seven siete sete sept sette
        eight ocho oito huit otto
        nine nueve nove neuf
        ten diez dez dix dieci""".splitlines(),
        1,
    )
    for name in names.split()
}
DAYS_AGO = {
    "today hoy hoje aujourd'hui oggi": 0,
    "yesterday ayer ontem hier ieri": 1,
    "anteayer antier anteontem avant-hier": 2,
}
SEASONS = {"spring primavera printemps": 3, "summer verano verao ete estate": 6, "autumn otono outono automne autunno": 9}
WINTER = "winter|invierno|inverno|hiver"


UNITS = {
    "day": "days? dias? jours? giorno giorni",
    "week": "weeks? semanas? semaines? settimana settimane",
    "month": "months? mes meses mois mese mesi",
    "year": "years? anos? ans? annees? anno anni",
}


def _words(text: str) -> list[str]:
    return text.replace("'", " ").replace("-", " ").replace("?", "").split()


HINTS = frozenset(
    _words(" ".join([*MONTHS, *WEEKDAYS, *DAYS_AGO, *SEASONS]))
    + _words(
        "day days week weeks month months year years dia dias semana semanas mes meses ano anos jour jours semaine semaines mois an ans"
    )
    + _words("annee annees giorno giorni settimana settimane mese mesi anno anni before winter invierno inverno hiver altro")
)
"""Words without which no day is named; a quick look for them spares most questions the patterns."""
