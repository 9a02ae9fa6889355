import { fakerFrom } from '../../seeded/faker.ts';
import type { Generation, Tool, ToolCall } from '../backend.ts';
import type { Conversation } from './conversation.ts';
import { directed } from './directives.ts';
import { isPythonTool } from './python.ts';

/** Maximum length of a quoted prompt in an answer, in UTF-16 units. */
const longestQuote = 160;
/** Maximum length of a quoted tool result. */
const longestResult = 2000;

/**
 * The answer as text: the result of an understood request (`2 + 2`, `Say exactly: …`), else the question and filler
 * sentences. It ends with a reference derived from the request, unless the words are prescribed, so that different
 * prompts never get the same text.
 */
export function writeAnswer(conversation: Conversation, tools: readonly Tool[] = []): string {
  const { prompt, results, media, seed, reference } = conversation;
  const closing = `This answer is made up, reference ${reference}.`;
  if (results.length > 0) {
    const quotes = results.map(({ name, text }) => `According to ${name}: ${resultText(text)}.`);
    return [...quotes, closing].join('\n\n');
  }
  const known = directed(conversation);
  if (known?.exact) return known.text;
  const quote = shorten(prompt.replace(/\s+/g, ' ').trim(), longestQuote);
  const opening = quote === '' ? 'You asked nothing.' : `You asked: “${quote}”`;
  const attachments = media.length === 0 ? [] : [`With it came ${media.join(', ')}.`];
  const declined = tools.some(isPythonTool) ? ['No Python was run for this.'] : [];
  const sentences = known?.text ?? fakerFrom(seed).lorem.sentences(3);
  return [...declined, opening, ...attachments, sentences, closing].join('\n\n');
}

function resultText(text: string): string {
  return shorten(text.trim() || '(nothing)', longestResult).replace(/\.$/, '');
}

/** A text, shortened after a word if it is too long. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), most / 2))
    .toWellFormed()
    .trimEnd()}…`;
}

const thoughtsByEffort: Readonly<Record<NonNullable<Generation['effort']>, number>> = {
  none: 0,
  minimal: 1,
  low: 2,
  medium: 4,
  high: 8,
};

/** The reasoning before an answer: longer with more effort, empty if none is requested. */
export function thinkAbout(
  { prompt, seed }: Conversation,
  effort: Generation['effort'],
  calls: readonly ToolCall[],
): string {
  const count = effort === undefined ? 0 : thoughtsByEffort[effort];
  if (!count) return '';
  const first = `The user says: “${shorten(prompt, 100)}”`;
  const others = count > 1 ? [fakerFrom(seed ^ 1).lorem.sentences(count - 1)] : [];
  return [first, ...others, ...calls.map(({ name }) => `This calls for ${name}.`)].join(' ');
}
