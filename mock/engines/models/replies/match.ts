import { modelMatches } from '../model-pattern.ts';
import type { Asked } from './asked.ts';
import type { ReplyMatchData } from './reply-schema.ts';
import { compileTextMatch, type TextMatch } from './text-match.ts';

/** What a request has to be, as in data, where regular expressions of the language may stand too. */
export type ReplyMatch = Omit<ReplyMatchData, 'text' | 'system' | 'toolResult'> & {
  readonly text?: TextMatch | undefined;
  readonly system?: TextMatch | undefined;
  readonly toolResult?:
    | boolean
    | { readonly tool?: string | undefined; readonly text?: TextMatch | undefined }
    | undefined;
};

/**
 * Makes a test of a description: everything that is said has to hold.
 *
 * @throws ModelError `bad-input` for a regular expression that is refused
 */
export function compileMatch(match: ReplyMatch): (asked: Asked) => boolean {
  const tests: ((asked: Asked) => boolean)[] = [];
  const { task, model, text, system, turn, toolResult, tool, format } = match;
  if (task !== undefined) {
    const wanted = typeof task === 'string' ? [task] : task;
    tests.push((asked) => wanted.includes(asked.task));
  }
  if (model !== undefined) tests.push((asked) => modelMatches(model, asked.model));
  if (turn !== undefined) tests.push((asked) => asked.task === 'generate' && asked.turn === turn);
  if (format !== undefined) tests.push((asked) => asked.task === 'generate' && asked.format === format);
  if (typeof tool === 'boolean') {
    tests.push((asked) => asked.task === 'generate' && asked.tools.length > 0 === tool);
  } else if (tool !== undefined) tests.push((asked) => asked.tools.includes(tool));
  if (typeof toolResult === 'boolean') {
    tests.push((asked) => asked.task === 'generate' && asked.toolResults.length > 0 === toolResult);
  } else if (toolResult !== undefined) {
    const holds = toolResult.text === undefined ? () => true : compileTextMatch(toolResult.text);
    tests.push((asked) =>
      asked.toolResults.some(
        (result) => (toolResult.tool === undefined || result.tool === toolResult.tool) && holds(result.text),
      ),
    );
  }
  if (text !== undefined) {
    const holds = compileTextMatch(text);
    tests.push((asked) => holds(asked.text));
  }
  if (system !== undefined) {
    const holds = compileTextMatch(system);
    tests.push((asked) => asked.task === 'generate' && holds(asked.system));
  }
  return (asked) => tests.every((test) => test(asked));
}
