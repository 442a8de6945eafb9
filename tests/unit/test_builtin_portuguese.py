"""What people say in Portuguese, and what the built-in assistant understands."""

import pytest

from hydratui.models.builtin.intent import understand
from hydratui.models.builtin.meaning import Intent

SAID = [
    ("Lembra que faço deploy às sextas", Intent.REMEMBER, "Faço deploy às sextas."),
    ("lembre-se de que o servidor fica no corredor", Intent.REMEMBER, "O servidor fica no corredor."),
    ("LEMBRA-TE DE QUE FAÇO DEPLOY ÀS SEXTAS", Intent.REMEMBER, "FAÇO DEPLOY ÀS SEXTAS."),
    ("Ada, por favor lembra que prefiro respostas curtas", Intent.REMEMBER, "Prefiro respostas curtas."),
    ("lembra: o meu cão chama-se Bruno", Intent.REMEMBER, "O meu cão chama-se Bruno."),
    ("Lembre que sou vegetariana", Intent.REMEMBER, "Sou vegetariana."),
    ("Anote que o servidor está na sala", Intent.REMEMBER, "O servidor está na sala."),
    ("anota isto: a fatura é a 2041", Intent.REMEMBER, "A fatura é a 2041."),
    ("não esqueça que a Marta faz os backups", Intent.REMEMBER, "A Marta faz os backups."),
    ("Não te esqueças de que uso fish", Intent.REMEMBER, "Uso fish."),
    ("não se esqueça que eu moro em Lisboa", Intent.REMEMBER, "Eu moro em Lisboa."),
    ("tenha em mente que trabalho de casa às segundas", Intent.REMEMBER, "Trabalho de casa às segundas."),
    ("toma nota: o wifi está debaixo do router", Intent.REMEMBER, "O wifi está debaixo do router."),
    ("guarda na tua memória que faço anos a 3 de maio", Intent.REMEMBER, "Faço anos a 3 de maio."),
    ("quero que te lembres de que faço deploy às sextas", Intent.REMEMBER, "Faço deploy às sextas."),
    ("Você pode lembrar que eu faço deploy às sextas, por favor?", Intent.REMEMBER, "Eu faço deploy às sextas."),
    ("podes anotar que sou alérgica a nozes?", Intent.REMEMBER, "Sou alérgica a nozes."),
    ("para o futuro: prefiro o sistema métrico", Intent.REMEMBER, "Prefiro o sistema métrico."),
    ("Sou alérgica a nozes. Lembre-se disso!", Intent.REMEMBER, "Sou alérgica a nozes."),
    ("Uso Postgres 16, anota isso por favor", Intent.REMEMBER, "Uso Postgres 16."),
    ("Chamo-me Ana, não te esqueças", Intent.REMEMBER, "Chamo-me Ana."),
    ("lembra que quando digo prod quero dizer Hetzner", Intent.REMEMBER, "Quando digo prod quero dizer Hetzner."),
    ("Olá, sou a Marta. Lembra que faço deploy às sextas.", Intent.REMEMBER, "Faço deploy às sextas."),
    ("Lembras-te que faço deploy às sextas?", Intent.RECALL, "faço deploy às sextas"),
    ("Você se lembra do que decidimos sobre o DNS?", Intent.RECALL, "que decidimos sobre o DNS"),
    ("lembra do plano de backup?", Intent.RECALL, "plano de backup"),
    ("lembra o que decidimos sobre o DNS", Intent.RECALL, "decidimos sobre o DNS"),
    ("lembra quando mudamos o servidor", Intent.RECALL, "mudamos o servidor"),
    ("lembra-me de ligar à Marta amanhã", Intent.REMIND, ""),
    ("me lembra de comprar leite", Intent.REMIND, ""),
    ("O que combinamos sobre o plano de backup?", Intent.RECALL, "O que combinamos sobre o plano de backup?"),
    ("o que decidimos sobre o plano de backup", Intent.RECALL, "o que decidimos sobre o plano de backup"),
    ("quando foi o último deploy?", Intent.RECALL, "quando foi o último deploy?"),
    ("Podes dizer-me quando fizemos o deploy?", Intent.RECALL, "quando fizemos o deploy?"),
    ("não me lembro do que decidimos", Intent.RECALL, "que decidimos"),
    ("o que sabes do DNS?", Intent.RECALL, "DNS"),
    ("procura na tua memória a fatura", Intent.RECALL, "a fatura"),
    ("O que lembras de mim?", Intent.NOTES, ""),
    ("o que você sabe sobre mim", Intent.NOTES, ""),
    ("mostra-me as tuas notas", Intent.NOTES, ""),
    ("mostre todas as suas notas por favor", Intent.NOTES, ""),
    ("Olá!", Intent.GREETING, ""),
    ("bom dia, Ada", Intent.GREETING, ""),
    ("Muito obrigada!", Intent.THANKS, ""),
    ("Quem és tu?", Intent.WHO, ""),
    ("quem é você?", Intent.WHO, ""),
    ("você é o ChatGPT?", Intent.WHO, ""),
    ("O que podes fazer?", Intent.HELP, ""),
    ("o que você pode fazer", Intent.HELP, ""),
    ("ajuda", Intent.HELP, ""),
    ("como conecto um modelo?", Intent.HELP, ""),
    ("traduz isto para francês: bom dia", Intent.OTHER, ""),
    ("escreve um poema sobre o mar", Intent.OTHER, ""),
    ("você pode escrever um programa?", Intent.OTHER, ""),
    ("esquece a minha última nota", Intent.FORGET, ""),
    ("apaga essa nota", Intent.FORGET, ""),
    ("tudo bem?", Intent.GREETING, ""),
    ("quem sou eu?", Intent.NOTES, ""),
    ("Oi! Lembra que meu servidor é o Hall, por favor", Intent.REMEMBER, "Meu servidor é o Hall."),
    ("Por favor, anota aí: porta 5433", Intent.REMEMBER, "Porta 5433."),
    ("Não esquece que eu odeio reuniões", Intent.REMEMBER, "Eu odeio reuniões."),
    ("Onde eu moro?", Intent.RECALL, "Onde eu moro?"),
    ("qual é a minha cor favorita", Intent.RECALL, "qual é a minha cor favorita"),
    ("o que a gente decidiu sobre o docker?", Intent.RECALL, "o que a gente decidiu sobre o docker?"),
    ("você lembra o nome do meu cachorro?", Intent.RECALL, "o nome do meu cachorro"),
    ("quero que você lembre que uso vim", Intent.REMEMBER, "Uso vim."),
    ("Pode guardar na memória que uso vim?", Intent.REMEMBER, "Uso vim."),
    ("consegues lembrar o meu nome?", Intent.RECALL, "o meu nome"),
]


@pytest.mark.parametrize(("message", "intent", "text"), SAID)
def test_a_message_in_portuguese_is_understood(message: str, intent: Intent, text: str) -> None:
    meaning = understand(message, "Ada")
    assert (meaning.intent, meaning.language.code) == (intent, "pt")
    if intent in (Intent.REMEMBER, Intent.RECALL):
        assert meaning.text == text
