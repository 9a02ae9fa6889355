import { stopWords } from '../words.ts';
import { quotedTexts, withoutQuoted } from './quoted-text.ts';
import { program, pythonText } from './source.ts';

const word = String.raw`([\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*)`;
const noun = `(?:the |this |following )*(?:words? |string |text |phrase |sentence |name |number )?["'“‘«]?`;

const reverses = /\brevers(?:e|ed|ing)\b|\bbackwards?\b|\bin reverse\b|\bmirror(?:ed)?\b|\brückwärts\b/i;
const reversedWord = [
  new RegExp(String.raw`\brevers(?:e|ing)\s+(?:of\s+)?${noun}${word}`, 'iu'),
  new RegExp(String.raw`\breverse\s+of\s+${noun}${word}`, 'iu'),
  new RegExp(
    String.raw`${word}\s+(?:spelled |written |spelt )?(?:backwards?|in reverse|reversed|rückwärts)\b`,
    'iu',
  ),
  new RegExp(String.raw`\bspell\s+${noun}${word}`, 'iu'),
];
/** Several words, to the end. */
const reversedRest = new RegExp(
  String.raw`\brevers(?:e|ing)\s+(?:of\s+)?${noun}((?!(?:words?|string|text|phrase|sentence|name|number) )[\p{L}\p{N}'’_-]+(?: [\p{L}\p{N}'’_-]+){1,11})[.?!]*$`,
  'iu',
);
const countsOne = [
  // how many r's are in strawberry; how many times does the letter r appear in strawberry
  new RegExp(
    String.raw`\bhow (?:many|often)\s+(?:times\s+)?(?:(?:does|do|is|can)\s+)?(?:the\s+)?(?:(?:letters?|characters?)\b)?\s*["'“‘]?([^\s"'”’])["'”’]?(?:'s|’s|s)?\s+(?:letters?\s+)?(?:appears?|occurs?|are|is|do|does|there|in|show)[^?]*?\bin\s+${noun}${word}`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:count|number of|occurrences? of)\s+(?:all\s+)?(?:the\s+)?(?:number of\s+)?(?:times\s+)?(?:occurrences? of\s+)?(?:the\s+)?(?:(?:letters?|characters?)\b)?\s*["'“‘]?([^\s"'”’])["'”’]?(?:'s|’s|s)?\s+(?:appears?\s+|occurs?\s+)?in\s+${noun}${word}`,
    'iu',
  ),
  new RegExp(String.raw`\bhow many\s+["'“‘]?(\p{L})["'”’]?(?:'s|’s|s)?\s+in\s+${noun}${word}`, 'iu'),
  new RegExp(
    String.raw`\bhow many\s+["'“‘]?(\p{L})["'”’]?(?:'s|’s|s)?\s+(?:does|do|has|have|can be found in)\s+${noun}${word}`,
    'iu',
  ),
];
const counts =
  /\bhow (?:many|often|long)\b|\bcount\b|\bnumber of\b|\blength of\b|\boccurrences?\b|\bfrequency\b|\bword count\b|\bcharacter count\b|\bzähle?\b|\bwie viele\b/i;
const unit =
  /\b(vowels?|consonants?|words?|unique (?:letters|characters)|distinct (?:letters|characters)|letters?|characters?|chars|digits?|spaces?|uppercase letters|capital letters|sentences?|lines?|syllables)\b/i;
const wordInside = new RegExp(
  String.raw`\b(?:in|of|does)\s+${noun}${word}(?:\s+(?:have|has|contain))?\s*[?.!]*$`,
  'iu',
);

/** Reverses a text, counts in one, tells whether it is a palindrome or an anagram, changes its case. */
export function texts(prompt: string): string | undefined {
  const flat = prompt.replace(/\s+/g, ' ').trim();
  const quoted = quotedTexts(prompt);
  const about = withoutQuoted(flat);
  return (
    palindrome(flat, about, quoted) ??
    anagram(about, quoted) ??
    reversed(flat, about, quoted) ??
    counted(flat, about, quoted) ??
    cased(about, quoted)
  );
}

const last = (texts: readonly string[]) => texts.at(-1);

function palindrome(flat: string, about: string, quoted: readonly string[]): string | undefined {
  if (!/\bpalindrom/i.test(about)) return undefined;
  const text =
    quoted[0] ??
    new RegExp(String.raw`\bis\s+${noun}${word}`, 'iu').exec(flat)?.[1] ??
    new RegExp(String.raw`\b(?:whether|if)\s+${noun}${word}`, 'iu').exec(flat)?.[1];
  if (text === undefined) return undefined;
  return program(
    `text = ${pythonText(text)}`,
    'letters = [c.lower() for c in text if c.isalnum()]',
    'print(letters == letters[::-1])',
  );
}

function anagram(about: string, [one, other]: readonly string[]): string | undefined {
  if (!/\banagrams?\b/i.test(about) || one === undefined || other === undefined) return undefined;
  const sorted = (text: string) => `sorted(${pythonText(text.toLowerCase().replaceAll(' ', ''))})`;
  return program(`print(${sorted(one)} == ${sorted(other)})`);
}

function reversed(flat: string, about: string, quoted: readonly string[]): string | undefined {
  if (!reverses.test(about) || /\breverse (?:alphabetical|numerical)\b/i.test(about)) return undefined;
  const rest = reversedRest.exec(flat)?.[1];
  const phrase = rest?.split(' ').some((each) => stopWords.has(each.toLowerCase())) ? undefined : rest;
  const named = reversedWord
    .map((pattern) => pattern.exec(flat)?.[1])
    .find(
      (found) =>
        found !== undefined && !/^(?:the|this|of|it|text|string|word|words|list|is|a|order)$/i.test(found),
    );
  const behindColon = /:\s*(\S.*?)[.?!]*$/.exec(flat)?.[1];
  const text = last(quoted) ?? behindColon ?? phrase ?? named;
  if (text === undefined) return undefined;
  const byWords = /\bwords\b|\border of (?:the )?words\b|\bword order\b/i.test(about) && text.includes(' ');
  return program(
    `text = ${pythonText(text)}`,
    byWords ? 'print(" ".join(text.split()[::-1]))' : 'print(text[::-1])',
  );
}

function counted(flat: string, about: string, quoted: readonly string[]): string | undefined {
  if (!counts.test(about)) return undefined;
  for (const pattern of countsOne) {
    const [, letter, inside] =
      pattern.exec(flat.replace(/\b(?:a|an|the) (?=["'“‘]?\p{L}["'”’]? )/giu, '')) ?? [];
    if (letter === undefined || inside === undefined) continue;
    return occurrences(quoted.find((text) => text.length > 1) ?? inside, letter);
  }
  const [first, second] = quoted;
  if (first !== undefined && second !== undefined && !/\beach of\b/i.test(about))
    // What is counted stands before where it is counted, `in "banana"`, or behind: `in "banana" is "a"`.
    return /\bin\s+[^"]*""[^"]*""/.test(about) && !/""[^"]*\bin\b[^"]*""/.test(about)
      ? occurrences(first, second)
      : occurrences(second, first);
  const asked = unit.exec(about)?.[1]?.toLowerCase();
  const behindColon = /:\s*(\S.*?)$/.exec(flat)?.[1];
  const text = first ?? behindColon ?? wordInside.exec(flat)?.[1];
  if (text === undefined || (asked === undefined && !/\blength of\b|\bhow long\b/i.test(about)))
    return undefined;
  const found = /\b(?:each|every)\b|\bfrequenc/i.test(about) ? each(asked) : measureOf(asked);
  return program(
    ...(found.startsWith('Counter') ? ['from collections import Counter'] : []),
    `text = ${pythonText(text)}`,
    `print(${found})`,
  );
}

function occurrences(text: string, part: string): string {
  return program(
    `text = ${pythonText(text)}`,
    `print(text.lower().count(${pythonText(part.toLowerCase())}))`,
  );
}

function each(asked: string | undefined): string {
  return asked?.startsWith('word')
    ? 'Counter(text.lower().split()).most_common()'
    : 'Counter(c for c in text.lower() if not c.isspace()).most_common()';
}

function measureOf(asked: string | undefined): string {
  switch (asked?.replace(/s$/, '')) {
    case 'vowel':
      return 'sum(c in "aeiou" for c in text.lower())';
    case 'consonant':
      return 'sum(c.isalpha() and c not in "aeiou" for c in text.lower())';
    case 'word':
      return 'len(text.split())';
    case 'unique letter':
    case 'unique character':
    case 'distinct letter':
    case 'distinct character':
      return 'len(set(text.lower()) - {" "})';
    case 'letter':
      return 'sum(c.isalpha() for c in text)';
    case 'digit':
      return 'sum(c.isdigit() for c in text)';
    case 'space':
      return 'text.count(" ")';
    case 'uppercase letter':
    case 'capital letter':
      return 'sum(c.isupper() for c in text)';
    case 'sentence':
      return 'sum(text.count(c) for c in ".!?")';
    case 'line':
      return 'len(text.splitlines())';
    default:
      return 'len(text)';
  }
}

function cased(about: string, [text]: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  const method = /\bupper ?-?case\b|\bcapital letters\b/i.test(about)
    ? 'upper'
    : /\blower ?-?case\b/i.test(about)
      ? 'lower'
      : /\btitle ?-?case\b/i.test(about)
        ? 'title'
        : undefined;
  return method === undefined ? undefined : program(`print(${pythonText(text)}.${method}())`);
}
