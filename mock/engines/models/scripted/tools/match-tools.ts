import type { Tool } from '../../backend.ts';
import { findSum } from '../directives/arithmetic.ts';
import { isObject } from '../schema/schema-node.ts';
import { windowOf } from '../window.ts';
import { contentStems, contentWords, identifierWords, stem } from '../words.ts';
import { relatedStems } from './related-words.ts';

/** What keeps tools from being called. */
export const unwanted =
  /\b(?:without (?:using |calling )?(?:any |the )?(?:tools?|functions?)|(?:don't|do not) (?:use|call) (?:any |the )?(?:tools?|functions?))\b/i;
/** Evidence from which on a tool is called. */
const enough = 3;
/** Verbs and nouns in names of tools that say nothing about what the tool is for. */
const generic = new Set(
  'get set list fetch find search lookup look create make do run call tool function api current new add update delete remove send show read write query data info information item value result user handle process execute perform check return given use using specified provide retrieve'
    .split(' ')
    .map(stem),
);

/**
 * The tools that a text asks for, in the order of the list: those whose name, description and parameters share
 * enough words with it. A word speaks for one tool only, so two tools that do alike are not both called.
 *
 * @example
 * matchTools("What's the weather in Paris?", [{ name: 'get_weather' }, { name: 'send_email' }]); // [get_weather]
 */
export function matchTools(text: string, tools: readonly Tool[]): Tool[] {
  if (tools.length === 0) return [];
  const prompt = windowOf(text);
  if (unwanted.test(prompt)) return [];
  const stems = promptStems(prompt);
  const left = new Map(tools.map((tool) => [tool, profileOf(tool)]));
  const found: Tool[] = [];
  for (;;) {
    let best: { tool: Tool; score: number; used: readonly string[] } | undefined;
    for (const [tool, profile] of left) {
      const { score, used } = scoreOf(profile, prompt, stems);
      if (score >= enough && score > (best?.score ?? 0)) best = { tool, score, used };
    }
    if (best === undefined) break;
    found.push(best.tool);
    left.delete(best.tool);
    for (const word of best.used) stems.delete(word);
  }
  return tools.filter((tool) => found.includes(tool));
}

/** The tool that fits a text best, however little it does; the first of equals. */
export function likeliestTool(text: string, tools: readonly Tool[]): Tool | undefined {
  const prompt = windowOf(text);
  const stems = promptStems(prompt);
  const scores = tools.map((tool) => scoreOf(profileOf(tool), prompt, stems).score);
  return tools[scores.indexOf(Math.max(...scores))];
}

interface Profile {
  readonly spelledNames: readonly string[];
  /** Telling words of the name, stemmed. */
  readonly name: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  readonly description: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  readonly calculates: boolean;
}

function profileOf(tool: Tool): Profile {
  const name = identifierWords(tool.name).map(stem);
  const description = contentStems((tool.description ?? '').slice(0, 2000));
  const telling = name.filter((word) => !generic.has(word) && word.length > 1);
  const words = identifierWords(tool.name);
  return {
    spelledNames: [tool.name.toLowerCase(), ...(words.length > 1 ? [words.join(' ')] : [])],
    name: new Set(telling),
    verbs: new Set(name.filter((word) => generic.has(word))),
    description: new Set([...description].filter((word) => !generic.has(word))),
    parameters: parameterStems(tool),
    calculates:
      /\b(?:calc\w*|math\w*|arithmetic|add|adds|sum|multipl\w*|subtract\w*|divid\w*|expression)\b/i.test(
        `${words.join(' ')} ${tool.description ?? ''}`,
      ),
  };
}

function parameterStems(tool: Tool): ReadonlySet<string> {
  const properties =
    isObject(tool.parameters) && isObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
  const words = Object.entries(properties).flatMap(([name, schema]) => {
    const described =
      isObject(schema) && typeof schema['description'] === 'string'
        ? schema['description'].slice(0, 300)
        : '';
    const given =
      isObject(schema) && Array.isArray(schema['enum'])
        ? schema['enum'].filter((each) => typeof each === 'string')
        : [];
    return [...identifierWords(name), ...contentWords(described), ...given.flatMap(identifierWords)];
  });
  return new Set(words.map(stem).filter((word) => !generic.has(word) && word.length > 2));
}

/** Stems of a prompt and of what they are related to, each with the word that it came from. */
function promptStems(prompt: string): Map<string, string> {
  const stems = new Map<string, string>();
  for (const word of contentWords(prompt)) {
    const root = stem(word);
    stems.set(root, root);
    for (const related of relatedStems(root)) if (!stems.has(related)) stems.set(related, root);
  }
  // Verbs that are stop words elsewhere, such as `get`, say something next to the name of a tool.
  return stems;
}

function scoreOf(
  profile: Profile,
  prompt: string,
  stems: ReadonlyMap<string, string>,
): { score: number; used: string[] } {
  const lower = prompt.toLowerCase();
  const used: string[] = [];
  const take = (words: ReadonlySet<string>): number => {
    let count = 0;
    for (const word of words)
      if (stems.has(word) && !used.includes(word)) {
        used.push(word);
        count++;
      }
    return count;
  };
  let score = profile.spelledNames.some((name) => name.length > 2 && containsWord(lower, name)) ? 10 : 0;
  const named = take(profile.name);
  // All telling words of a name weigh as much as one of a short name: `send_email` by `email`.
  score += named === 0 ? 0 : 2 + (2 * named) / profile.name.size;
  // A name of none but generic words, `search`, is spoken of by them, as a wish.
  if (profile.name.size === 0) score += 3 * take(profile.verbs);
  score += 1.25 * take(profile.description) + 0.75 * take(profile.parameters);
  if (profile.calculates && findSum(prompt) !== undefined) score += 4;
  return { score, used };
}

function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(`${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`)) return true;
  return false;
}
