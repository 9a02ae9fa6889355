import { RE2JS, RE2JSException } from 're2js';
import type { ModelReplyMatch, TextMatchData } from '../../../../spec/model-reply.ts';
import { isRegExp } from '../../../../spec/value-kinds.ts';
import { ModelError } from '../model-error.ts';
import { modelMatches } from '../model-pattern.ts';
import type { IncomingRequest } from './incoming-request.ts';

/** Maximum number of instructions in a pattern. */
const MAX_PROGRAM_SIZE = 10_000;

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * Compiles a regular expression with RE2, whose matching takes linear time. Only the flags `i`, `m` and `s` have an
 * effect.
 *
 * @returns a test for a match in a text, or the reason for a refusal
 * @example
 * const test = compilePattern('^weather in \\w+', 'i');
 */
export function compilePattern(pattern: string, flags = ''): ((text: string) => boolean) | string {
  try {
    const bits = [...flags].reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
    const engine = RE2JS.compile(pattern, bits);
    if (engine.programSize() > MAX_PROGRAM_SIZE) return 'the regular expression is too large';
    return (text) => engine.test(text);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return error.message;
  }
}

/** A condition on a text: a data form, or a regular expression of JavaScript. */
export type TextMatch = TextMatchData | RegExp;

/**
 * Compiles a condition to a test: a string must be contained, case-sensitive.
 *
 * @throws ModelError `bad-input` for an unsupported regular expression, for instance with look-around or
 * back-references
 */
export function compileTextMatch(match: TextMatch): (text: string) => boolean {
  if (typeof match === 'string') return (text) => text.includes(match);
  if ('equals' in match) return (text) => text === match.equals;
  if ('contains' in match) return (text) => text.includes(match.contains);
  const [pattern, flags] = isRegExp(match) ? [match.source, match.flags] : [match.pattern, match.flags];
  const test = compilePattern(pattern, flags);
  if (typeof test === 'string') throw new ModelError('bad-input', `/${pattern}/ cannot be matched: ${test}`);
  return test;
}

/** A match in data form, in which JavaScript regular expressions are allowed too. */
export type ReplyMatch = Omit<ModelReplyMatch, 'text' | 'system' | 'toolResult'> & {
  readonly text?: TextMatch | undefined;
  readonly system?: TextMatch | undefined;
  readonly toolResult?:
    | boolean
    | { readonly tool?: string | undefined; readonly text?: TextMatch | undefined }
    | undefined;
};

/**
 * Compiles a match to a test: every condition must hold.
 *
 * @throws ModelError `bad-input` for an unsupported regular expression
 */
export function compileMatch(match: ReplyMatch): (incoming: IncomingRequest) => boolean {
  const tests: ((incoming: IncomingRequest) => boolean)[] = [];
  const { task, model, text, system, turn, toolResult, tool, format } = match;
  if (task !== undefined) {
    const wanted = typeof task === 'string' ? [task] : task;
    tests.push((incoming) => wanted.includes(incoming.task));
  }
  if (model !== undefined) tests.push((incoming) => modelMatches(model, incoming.model));
  if (turn !== undefined) tests.push((incoming) => incoming.task === 'generate' && incoming.turn === turn);
  if (format !== undefined)
    tests.push((incoming) => incoming.task === 'generate' && incoming.format === format);
  if (typeof tool === 'boolean') {
    tests.push((incoming) => incoming.task === 'generate' && incoming.tools.length > 0 === tool);
  } else if (tool !== undefined) tests.push((incoming) => incoming.tools.includes(tool));
  if (typeof toolResult === 'boolean') {
    tests.push((incoming) => incoming.task === 'generate' && incoming.toolResults.length > 0 === toolResult);
  } else if (toolResult !== undefined) {
    const holds = toolResult.text === undefined ? () => true : compileTextMatch(toolResult.text);
    tests.push((incoming) =>
      incoming.toolResults.some(
        (result) => (toolResult.tool === undefined || result.tool === toolResult.tool) && holds(result.text),
      ),
    );
  }
  if (text !== undefined) {
    const holds = compileTextMatch(text);
    tests.push((incoming) => holds(incoming.text));
  }
  if (system !== undefined) {
    const holds = compileTextMatch(system);
    tests.push((incoming) => incoming.task === 'generate' && holds(incoming.system));
  }
  return (incoming) => tests.every((test) => test(incoming));
}
