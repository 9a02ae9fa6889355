import { stopWords } from '../words.ts';
import { listedNumbers } from './numbers.ts';
import { quotedTexts } from './quoted-text.ts';
import { program, pythonList, pythonText } from './source.ts';

const asks =
  /\b(?:sort(?:ed|ing|ieren?|iere)?|rearrange|arrange|(?:re)?order(?=\s+(?:these|the|this|them|from|by|in|following|numbers|words|names|items|list|\[|"|-?\d))|alphabeti[sz]e|put\b.*\border|in (?:ascending|descending|increasing|decreasing|alphabetical|reverse alphabetical|numerical) order|rank (?:these|the) (?:numbers|values))/;
const descends =
  /\bdescending\b|\bdecreasing\b|\bdesc\b|\breverse(?:d)?\b|\b(?:largest|highest|biggest|greatest)\b.*\b(?:to|first)\b|\bhigh(?:est)? to low(?:est)?\b|\bz to a\b|\bz-a\b|\bbackwards?\b|\babsteigend\b/;
const ascendsAfterAll =
  /\b(?:smallest|lowest|least)\b.*\b(?:to|first)\b.*\b(?:largest|highest|biggest|greatest)\b/;
const byLength =
  /\bby (?:their |the )?(?:word )?length\b|\b(?:shortest|longest) (?:to|first)\b|\bshortest\b.*\blongest\b/;

/** Sorts listed numbers, words or the letters of a word; reverses a list. */
export function sorting(text: string, prompt: string): string | undefined {
  if (/\breverse\b.*\b(?:list|array|numbers|order of)\b/.test(text) && !asks.test(text)) {
    const items = itemsOf(text, prompt);
    return items === undefined ? undefined : program(`items = ${pythonList(items)}`, 'print(items[::-1])');
  }
  if (!asks.test(text)) return undefined;
  const reverse = descends.test(text) && !ascendsAfterAll.test(text) ? ', reverse=True' : '';
  const letters = /\b(?:letters|characters)\b/.test(text)
    ? (quotedTexts(prompt)[0] ?? lettersOf(prompt))
    : undefined;
  if (letters !== undefined)
    return program(`text = ${pythonText(letters)}`, `print("".join(sorted(text${reverse})))`);
  const items = itemsOf(text, prompt);
  if (items === undefined) return undefined;
  const isText = items[0]?.startsWith('"') ?? false;
  const key = byLength.test(text) && isText ? ', key=len' : isText ? ', key=str.lower' : '';
  const longestFirst = byLength.test(text) && /\blongest (?:to|first)|\blongest\b.*\bshortest\b/.test(text);
  return program(
    `items = ${pythonList(items)}`,
    `print(sorted(items${key}${longestFirst ? ', reverse=True' : reverse}))`,
  );
}

/** Items as Python writes them: numbers where there are two or more, else words. */
function itemsOf(text: string, prompt: string): readonly string[] | undefined {
  const numbers = listedNumbers(text);
  if (numbers.length >= 2) return numbers;
  const words = listedWords(prompt);
  return words.length >= 2 ? words.map(pythonText) : undefined;
}

/** Words that a prompt lists: in quotes, behind a colon, in brackets, or with commas. */
function listedWords(prompt: string): readonly string[] {
  const quoted = quotedTexts(prompt);
  if (quoted.length >= 2) return quoted;
  const flat = (quoted[0] ?? prompt).replace(/\s+/g, ' ');
  const bracketed = /\[([^\]]+)\]/.exec(flat)?.[1];
  const behindColon = /:\s*([^:]+?)[.?!]*$/.exec(flat)?.[1];
  const listed = bracketed ?? behindColon ?? (quoted.length === 1 ? flat : (commaRun(flat) ?? wordRun(flat)));
  if (listed === undefined) return [];
  const parts = /[,;]/.test(listed) ? listed.split(/\s*[,;]\s*/) : listed.split(/\s+/);
  const last = parts.at(-1) ?? '';
  const split = /^(?:and\s+)?(\S.*?)\s+and\s+(\S.*)$/.exec(last);
  const items = split ? [...parts.slice(0, -1), split[1] ?? '', split[2] ?? ''] : parts;
  return items
    .map((item) =>
      item
        .replace(/^(?:and|or)\s+/i, '')
        .replace(/^["']|["'.?!]+$/g, '')
        .trim(),
    )
    .filter((item) => item !== '' && !/^and$/i.test(item));
}

/** `pear, apple and fig` out of a sentence around it. */
function commaRun(text: string): string | undefined {
  const word = String.raw`[\p{L}\p{N}'’-]+`;
  return new RegExp(`${word}(?:\\s*,\\s*(?:and\\s+)?${word})+(?:\\s+and\\s+${word})?`, 'u').exec(text)?.[0];
}

/** `pear apple fig` of `Sort pear apple fig alphabetically`; a sentence about sorting is no list. */
function wordRun(text: string): string | undefined {
  const run =
    /\b(?:sort|order|arrange|alphabeti[sz]e)\s+(?:(?:the|these)\s+)?(?:words\s+|names\s+|items\s+)?(.+?)(?:\s+(?:in|by|from|into|alphabetically|ascending|descending|using|with)\b.*|[.?!]*)$/i.exec(
      text,
    )?.[1];
  const words = run?.split(' ') ?? [];
  return words.length >= 2 && !words.some((each) => stopWords.has(each.toLowerCase())) ? run : undefined;
}

function lettersOf(prompt: string): string | undefined {
  return /\b(?:letters|characters)\s+(?:of|in)\s+(?:the\s+)?(?:word\s+|string\s+|text\s+)?([\p{L}\p{N}'-]+)/iu.exec(
    prompt,
  )?.[1];
}
