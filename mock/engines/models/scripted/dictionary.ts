/** Everyday words and phrases in five languages, one meaning a line: `en|de|fr|es|it`. */
const entries = `
hello|hallo|bonjour|hola|ciao
good morning|guten morgen|bonjour à tous|buenos días|buongiorno
good evening|guten abend|bonsoir|buenas tardes|buonasera
good night|gute nacht|bonne nuit|buenas noches|buonanotte
goodbye|auf wiedersehen|au revoir|adiós|arrivederci
thank you|danke|merci|gracias|grazie
please|bitte|s'il vous plaît|por favor|per favore
yes|ja|oui|sí|sì
no|nein|non|no|no
how are you|wie geht es dir|comment allez-vous|cómo estás|come stai
my name is|ich heiße|je m'appelle|me llamo|mi chiamo
i love you|ich liebe dich|je t'aime|te quiero|ti amo
i am|ich bin|je suis|soy|sono
you are|du bist|vous êtes|eres|sei
it is|es ist|c'est|es|è
i have|ich habe|j'ai|tengo|ho
world|welt|monde|mundo|mondo
the|die|le|el|il
a|ein|un|un|un
and|und|et|y|e
or|oder|ou|o|o
not|nicht|pas|no|non
is|ist|est|es|è
are|sind|sont|son|sono
i|ich|je|yo|io
you|du|vous|tú|tu
we|wir|nous|nosotros|noi
with|mit|avec|con|con
for|für|pour|para|per
in|in|dans|en|in
of|von|de|de|di
very|sehr|très|muy|molto
good|gut|bon|bueno|buono
bad|schlecht|mauvais|malo|cattivo
big|groß|grand|grande|grande
small|klein|petit|pequeño|piccolo
new|neu|nouveau|nuevo|nuovo
beautiful|schön|beau|hermoso|bello
house|haus|maison|casa|casa
car|auto|voiture|coche|macchina
cat|katze|chat|gato|gatto
dog|hund|chien|perro|cane
water|wasser|eau|agua|acqua
bread|brot|pain|pan|pane
book|buch|livre|libro|libro
friend|freund|ami|amigo|amico
day|tag|jour|día|giorno
night|nacht|nuit|noche|notte
today|heute|aujourd'hui|hoy|oggi
tomorrow|morgen|demain|mañana|domani
weather|wetter|temps|tiempo|tempo
city|stadt|ville|ciudad|città
country|land|pays|país|paese
time|zeit|temps|tiempo|tempo
love|liebe|amour|amor|amore
work|arbeit|travail|trabajo|lavoro
where|wo|où|dónde|dove
what|was|quoi|qué|cosa
who|wer|qui|quién|chi
when|wann|quand|cuándo|quando
why|warum|pourquoi|por qué|perché
one|eins|un|uno|uno
two|zwei|deux|dos|due
three|drei|trois|tres|tre
red|rot|rouge|rojo|rosso
blue|blau|bleu|azul|blu
green|grün|vert|verde|verde
`;

const languages = ['en', 'de', 'fr', 'es', 'it'];
const meanings = entries
  .trim()
  .split('\n')
  .map((line) => line.split('|'));

/**
 * What words of one language are in another, by the words in lower case; absent for a language that is not in the
 * dictionary. Where a word has several meanings the first line counts.
 */
export function dictionary(from: string, to: string): ReadonlyMap<string, string> | undefined {
  const [source, target] = [languages.indexOf(from), languages.indexOf(to)];
  if (source < 0 || target < 0) return undefined;
  const words = new Map<string, string>();
  for (const meaning of meanings) {
    const [word, other] = [meaning[source], meaning[target]];
    if (word !== undefined && other !== undefined && !words.has(word)) words.set(word, other);
  }
  return words;
}
