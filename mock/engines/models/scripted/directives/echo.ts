import type { Conversation } from '../conversation.ts';
import type { Random } from '../random.ts';
import { windowOf } from '../window.ts';
import type { Directed } from './directive.ts';

const verbs = 'say|repeat|echo|print|output|reply|respond|answer|return|type';

/** A wish that opens the text: `Please say …` */
const opening = new RegExp(
  `^\\s*(?:(?:please|now|ok|okay|hi|hello|can you|could you|would you|you must|always)[\\s,]+)*(${verbs})\\b(.*)$`,
  'is',
);
/** A wish that stands anywhere, with what to say in quotes: `Always answer with exactly "OK".` */
const anywhere = new RegExp(
  `\\b(?:${verbs})\\s+(?:back\\s+)?(?:with\\s+)?(?:(?:exactly|only|just|exclusively|verbatim|literally|the|single|word|words|text|phrase|string|following|with)[\\s:]+)*(?:"([^"]+)"|“([^”]+)”|«([^»]+)»|\`([^\`]+)\`|'([^']+)'(?!\\w))`,
  'i',
);
const filler =
  /^[\s,]*(?:back|to me|after me|with|exactly|only|just|exclusively|verbatim|literally|(?:this|these)(?:\s+(?:words?|text|phrase|sentence|string|message|line))?(?=\s*[:\n"“«`])|the\s+(?:following|exact|single)?\s*(?:words?|text|phrase|sentence|string|number|letter|message|line)|the following|following|:)/i;
const strong =
  /exactly|only|just|exclusively|verbatim|literally|after me|following|this|these|word|text|phrase|sentence|string|number|letter|message|line|:/i;
const trailing =
  /[\s,]*(?:and|with)?\s*(?:absolutely\s+)?(?:only|nothing (?:else|more)|no (?:other|more|additional|extra) (?:text|words?|output)|without (?:anything else|quotes|punctuation))[.!]*\s*$/i;
/** What begins a description of what to say, and not the words to say. */
const described =
  /^(?:an?|the|one|two|three|your|my|our|his|her|its|in|to|if|as|about|whether|something|anything|nothing|it|that|what|why|how|when|where|who|me|some|any|of|no more|briefly|concisely|valid|raw|json|yaml|xml|csv|sql|html|markdown|code|bullets?|emojis?|numbers|words)\b/i;

/**
 * Answers with the very words the user asks for: `Say exactly …`, `Repeat after me: …`, `Reply with only "…"`,
 * `Echo …`, and instructions of the system that fix the answer. `Say something nice` is none.
 */
export function echo({ prompt, instructions, said }: Conversation, random: Random): Directed | undefined {
  const before = said.at(-2);
  if (before !== undefined && before !== '' && asksForLast(prompt)) return { text: before, exact: true };
  const options = optionsIn(prompt);
  if (options.length > 1) return { text: random.pick(options), exact: true };
  const text = wordsToSay(prompt) ?? instructions.map(fixedAnswer).findLast((fixed) => fixed !== undefined);
  return text === undefined ? undefined : { text, exact: true };
}

const quote = '["“\'`]([^"”\'`\n]{1,100})["”\'`]';
const quotedOptions = new RegExp(`${quote}(?:\\s*(?:,|/|,? or|,? oder)\\s*${quote})+`, 'i');
const plainOptions =
  /\b(?:answer|reply|respond|say)\b[^.?!\n]{0,40}\b(yes|true|ja|positive)(?: or | oder |\/)(no|false|nein|negative)\b/i;

/** What the answer has to be one of: `Reply with "yes" or "no"`, `Answer yes or no`. */
function optionsIn(prompt: string): string[] {
  const text = windowOf(prompt);
  const plain = plainOptions.exec(text);
  if (plain !== null) return plain.slice(1);
  if (!/\b(?:only|just|exactly|either|one of|reply|respond|answer)\b/i.test(text)) return [];
  const listed = quotedOptions.exec(text)?.[0] ?? '';
  return [...listed.matchAll(new RegExp(quote, 'g'))].flatMap((match) => match[1] ?? []);
}

function asksForLast(prompt: string): boolean {
  return (
    prompt.length < 200 &&
    /\b(?:repeat (?:that|it|what i (?:just )?said|my (?:last|previous) message)|what did i (?:just )?say)\b/i.test(
      prompt,
    )
  );
}

const oneWord = /\bthe (?:single |exact )?(?:word|phrase|text|string|number|letter)\b/i;

function fixedAnswer(instruction: string): string | undefined {
  const text = instruction.slice(0, 4000);
  if (!/\b(?:exactly|only|always|just|verbatim)\b/i.test(text)) return undefined;
  return quotedIn(text) ?? (oneWord.test(text) ? wordsToSay(text) : undefined);
}

function quotedIn(text: string): string | undefined {
  const match = anywhere.exec(text);
  return match?.slice(1).find((group) => group !== undefined);
}

function wordsToSay(prompt: string): string | undefined {
  const match = opening.exec(prompt);
  if (match !== null) {
    const found = object(match[1] ?? '', match[2] ?? '');
    if (found !== undefined) return found;
  }
  const text = prompt.length <= 4000 ? prompt : prompt.slice(-2000);
  return /\b(?:exactly|only|just|verbatim|exclusively)\b/i.test(text) ? quotedIn(text) : undefined;
}

function object(verb: string, after: string): string | undefined {
  let rest = after;
  let fillers = '';
  for (let match = filler.exec(rest); match !== null; match = filler.exec(rest)) {
    // What says how to say it ends at its colon or at the first word that is none of it.
    fillers += match[0];
    rest = rest.slice(match[0].length);
    if (match[0].endsWith(':')) break;
    if (!/^[\s,:]/.test(rest)) return undefined;
  }
  rest = rest.replace(/^[\s:]+/, '').trimEnd();
  const quoted = /^(?:"([^"]+)"|“([^”]+)”|«([^»]+)»|`([^`]+)`|'(.+?)'(?!\w))/s.exec(rest);
  if (quoted !== null) return quoted.slice(1).find((group) => group !== undefined);
  // Only the end is searched: a long text may hold long runs of spaces.
  const alone = rest.slice(-200).replace(trailing, '');
  const insisted = alone.length < Math.min(rest.length, 200);
  rest = rest.slice(0, -200) + alone;
  if (rest === '') return undefined;
  const insistent = strong.test(fillers) || /^echo$/i.test(verb);
  if (!insistent || !fillers.includes(':')) {
    const sayable =
      /^(?:say|repeat|echo|print)$/i.test(verb) ||
      /\bwith\b/i.test(fillers) ||
      (insisted && /\b(?:number|word|letter|text|string|phrase)\b/i.test(fillers));
    const literal =
      /exactly|verbatim|literally|after me/i.test(fillers) && !/^(?:in|as|one|two|three|\d+)\b/i.test(rest);
    if (!sayable) return undefined;
    if (!literal) {
      const short = rest.length < 400 && rest.split(/\s+/).length <= (insistent ? 12 : 4);
      if (!short || described.test(rest) || rest.includes('?') || / in /i.test(rest)) return undefined;
    }
  }
  return /[.!?。]./s.test(rest) ? rest : rest.replace(/[.。]$/, '');
}
