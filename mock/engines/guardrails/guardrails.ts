import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** What is scanned: the prompt or the response. */
export type GuardrailPhase = 'prompt' | 'response';

/** `flag` allows the text and reports it; `block` does not allow it. */
export type GuardrailAction = 'flag' | 'block';

/** The action for each category of content, by phase. Categories without an action are not scanned for. */
export type GuardrailPolicy = Readonly<Record<GuardrailPhase, Readonly<Record<string, GuardrailAction>>>>;

/** The categories that a policy scans for in a phase, in its order. */
function getCategories(policy: GuardrailPolicy, phase: GuardrailPhase): readonly string[] {
  return Object.keys(policy[phase]);
}

/** A detected category, with the policy's action. */
interface GuardrailHit {
  readonly category: string;
  readonly action: GuardrailAction;
  readonly findings: readonly ScanFinding[];
}

export type GuardrailVerdict =
  /** Nothing was found, or nothing was scanned for (`scanned: false`). */
  | { readonly verdict: 'pass'; readonly scanned: boolean }
  /** Something was found: allowed with `flag`, and not with `block`. Hits are in the policy's order. */
  | { readonly verdict: GuardrailAction; readonly hits: readonly GuardrailHit[] }
  /**
   * The scanner failed. The text is allowed unless `blocks`, which is true if any rule of the phase blocks (Cloudflare
   * docs, AI Gateway guardrails).
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
  /** The whole prompt or response, as text. */
  readonly text: string;
  readonly scanner: Scanner;
  readonly signal?: AbortSignal;
}

/**
 * Scans a text and judges the findings by the policy. Without rules for the phase, the scanner is not called.
 *
 * @throws the signal's reason; a failure of the scanner is a verdict
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
  /** The requested categories. Findings of others are ignored. */
  readonly categories: readonly string[];
  readonly signal: AbortSignal;
}

/** A range of the text, as offsets of UTF-16 units, and its category. */
interface ScanFinding {
  readonly category: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds unsafe content. A scanner that can't, because it is down or not paid for, throws.
 *
 * @throws ScannerError or anything else
 */
export type Scanner = (request: ScanRequest) => Promise<readonly ScanFinding[]>;

/** A scanner could not do its work: it is unavailable, or it needs credits. */
export class ScannerError extends TouchstoneError {
  readonly reason: 'unavailable' | 'credits';

  constructor(reason: 'unavailable' | 'credits', message: string, options?: ErrorOptions) {
    super(`scanner-${reason}`, message, options);
    this.reason = reason;
  }
}

/** Words and phrases of a category. */
export interface WordList {
  readonly category: string;
  /** Whole words, or several with any separators but words; case-insensitive. */
  readonly words: readonly string[];
  /** The phases to scan. Default: both. */
  readonly phases?: readonly GuardrailPhase[];
}

/** A phrase without a letter or digit, which would never match. */
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
 * A scanner that finds exactly the words of its lists. It is deterministic: findings are ordered by position, then by
 * list.
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
  /** The word in normalized form, for comparison. */
  readonly word: string;
  /** Offsets of UTF-16 units in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * A run of letters, marks and digits, with invisible format characters and apostrophes inside. In scripts without
 * spaces every letter is a word, so that a word is found in the middle of a line.
 */
const scriptsWithoutSpaces = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;

const wordPattern = new RegExp(
  String.raw`${scriptsWithoutSpaces}\p{M}*|[[\p{L}\p{N}\p{M}\p{Cf}'’]--${scriptsWithoutSpaces}]+`,
  'gv',
);

/**
 * The words of a text, normalized: compatibility forms (full width, ligatures) and case are folded, and invisible
 * characters removed, so that `bo\u00adMB` and `ＢＯＭＢ` are both `bomb`.
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
