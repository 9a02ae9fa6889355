import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** What is scanned: what goes to the model, or what comes back. */
export type GuardrailPhase = 'prompt' | 'response';

/** `flag` lets it through and says so; `block` does not let it through. */
export type GuardrailAction = 'flag' | 'block';

/** What to do with each category of content, by phase. A category that is not named is not looked for. */
export type GuardrailPolicy = Readonly<Record<GuardrailPhase, Readonly<Record<string, GuardrailAction>>>>;

/** The categories a policy looks for in a phase, in its order. */
function getCategories(policy: GuardrailPolicy, phase: GuardrailPhase): readonly string[] {
  return Object.keys(policy[phase]);
}

/** A category that was found, with what the policy does about it. */
interface GuardrailHit {
  readonly category: string;
  readonly action: GuardrailAction;
  readonly findings: readonly ScanFinding[];
}

export type GuardrailVerdict =
  /** Nothing was found, or nothing was looked for (`scanned: false`). */
  | { readonly verdict: 'pass'; readonly scanned: boolean }
  /** Something was found; it goes through with `flag` and does not with `block`. Hits in the policy's order. */
  | { readonly verdict: GuardrailAction; readonly hits: readonly GuardrailHit[] }
  /**
   * The scanner could not say. The text goes through unless `blocks`, which is so when any rule of the phase
   * blocks (Cloudflare docs, AI Gateway guardrails).
   */
  | {
      readonly verdict: 'unscanned';
      readonly reason: 'unavailable' | 'credits';
      readonly blocks: boolean;
      readonly message: string;
    };

interface GuardrailEvaluation {
  readonly policy: GuardrailPolicy;
  readonly phase: GuardrailPhase;
  /** All of the prompt or of the response, as text. */
  readonly text: string;
  readonly scanner: Scanner;
  readonly signal?: AbortSignal;
}

/**
 * Asks the scanner about a text and judges what it found by the policy. A policy without rules for the phase
 * asks nobody.
 *
 * @throws the signal's reason; a scanner's own failure is a verdict
 * @example
 * const policy = { prompt: { S1: 'block' }, response: {} } as const;
 * await evaluateGuardrails({ policy, phase: 'prompt', text, scanner });
 */
export async function evaluateGuardrails({
  policy,
  phase,
  text,
  scanner,
  signal = new AbortController().signal,
}: GuardrailEvaluation): Promise<GuardrailVerdict> {
  const categories = getCategories(policy, phase);
  if (categories.length === 0) return { verdict: 'pass', scanned: false };
  signal.throwIfAborted();
  let findings: readonly ScanFinding[];
  try {
    findings = await scanner({ phase, text, categories, signal });
  } catch (error) {
    signal.throwIfAborted();
    return {
      verdict: 'unscanned',
      reason: error instanceof ScannerError ? error.reason : 'unavailable',
      blocks: Object.values(policy[phase]).includes('block'),
      message: error instanceof Error ? error.message : String(error),
    };
  }
  const hits: GuardrailHit[] = [];
  for (const [category, action] of Object.entries(policy[phase])) {
    const found = findings.filter((finding) => finding.category === category);
    if (found.length > 0) hits.push({ category, action, findings: found });
  }
  if (hits.length === 0) return { verdict: 'pass', scanned: true };
  return { verdict: hits.some(({ action }) => action === 'block') ? 'block' : 'flag', hits };
}

interface ScanRequest {
  readonly phase: GuardrailPhase;
  readonly text: string;
  /** The categories that are asked for. What is found of others is of no interest. */
  readonly categories: readonly string[];
  readonly signal: AbortSignal;
}

/** A place in the text, as offsets of UTF-16 units, and the category of what stands there. */
interface ScanFinding {
  readonly category: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds unsafe content. A scanner that can't say, because it is down or not paid for, throws.
 *
 * @throws ScannerError or anything else
 */
export type Scanner = (request: ScanRequest) => Promise<readonly ScanFinding[]>;

/** A scanner could not do its work: it is not there, or it needs credits. */
export class ScannerError extends TouchstoneError {
  readonly reason: 'unavailable' | 'credits';

  constructor(reason: 'unavailable' | 'credits', message: string, options?: ErrorOptions) {
    super(`scanner-${reason}`, message, options);
    this.reason = reason;
  }
}

/** Words and phrases that mean a category. */
export interface WordList {
  readonly category: string;
  /** Whole words, or several with anything but words between them; case does not matter. */
  readonly words: readonly string[];
  /** Where they are looked for. Default: in both. */
  readonly phases?: readonly GuardrailPhase[];
}

/** A phrase without a single letter or digit, which would be found nowhere. */
export class WordListError extends TouchstoneError {
  constructor(category: string, word: string) {
    super('invalid-word-list', `${JSON.stringify(word)} in the list of ${category} holds no word`);
  }
}

const bothPhases: readonly GuardrailPhase[] = ['prompt', 'response'];

interface Phrase {
  readonly category: string;
  readonly words: readonly string[];
  readonly phases: readonly GuardrailPhase[];
}

/**
 * A scanner that finds the words of the lists it is given and nothing else: the same text always has the same
 * findings, by their place and then by the order of the lists.
 *
 * @throws WordListError
 * @example
 * const scan = wordListScanner([{ category: 'S1', words: ['build a bomb'] }]);
 */
export function wordListScanner(lists: readonly WordList[]): Scanner {
  const phrases = new Map<string, Phrase[]>();
  for (const { category, words, phases = bothPhases } of lists) {
    for (const text of words) {
      const phrase: Phrase = { category, words: tokenize(text).map(({ word }) => word), phases };
      const [first] = phrase.words;
      if (first === undefined) throw new WordListError(category, text);
      const others = phrases.get(first);
      if (others === undefined) phrases.set(first, [phrase]);
      else others.push(phrase);
    }
  }
  return async ({ phase, text, categories, signal }) => {
    signal.throwIfAborted();
    const tokens = tokenize(text);
    const findings: ScanFinding[] = [];
    for (const [index, { word, start }] of tokens.entries()) {
      for (const { category, words, phases } of phrases.get(word) ?? []) {
        if (!phases.includes(phase) || !categories.includes(category)) continue;
        if (!words.every((expected, offset) => tokens[index + offset]?.word === expected)) continue;
        findings.push({ category, start, end: tokens[index + words.length - 1]?.end ?? start });
      }
    }
    return findings;
  };
}

interface Token {
  /** The word in the form words are compared in. */
  readonly word: string;
  /** Offsets of UTF-16 units in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * A run of letters, marks and digits, with invisible format characters and apostrophes inside. In scripts that
 * are written without spaces every letter is a word, so that a word is found in the middle of a line.
 */
const scriptsWithoutSpaces = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;

const wordPattern = new RegExp(
  String.raw`${scriptsWithoutSpaces}\p{M}*|[[\p{L}\p{N}\p{M}\p{Cf}'’]--${scriptsWithoutSpaces}]+`,
  'gv',
);

/**
 * The words of a text: compatibility forms (full width, ligatures) and case made one, and invisible characters
 * left out, so that `bo\u00adMB` and `ＢＯＭＢ` are both `bomb`.
 *
 * @example
 * tokenize('A Bomb!').map(({ word }) => word); // ['a', 'bomb']
 */
function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0]
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{Cf}'’]/gu, '');
    if (word !== '') tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}
