import type { Generation, Tool, ToolChoice } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import type { Conversation } from '../conversation.ts';
import { placesNamed } from '../named-value.ts';
import { placeKind } from '../place-kind.ts';
import { createPromptHints } from '../prompt-hints.ts';
import { callsPython, pythonFor } from '../python/call-python.ts';
import { isPythonTool } from '../python/python-tool.ts';
import type { Random } from '../random.ts';
import type { Hints } from '../schema/place.ts';
import { isObject } from '../schema/schema-node.ts';
import { writeValue } from '../schema/write-value.ts';
import { windowOf } from '../window.ts';
import { likeliestTool, matchTools } from './match-tools.ts';

/** A call that is to be made. */
export interface PlannedCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** No answer makes more calls than these. */
const mostCalls = 16;

/**
 * The calls that answer a conversation; none where it is answered with words. Left to itself (`auto`) it calls
 * what the last message of the user asks for, until the tools have answered; `required` and a named tool are
 * called each time, as they are by models.
 *
 * @throws ModelError (bad-input) for a named tool that is not there, `required` without tools, and parameters that
 * nothing satisfies
 */
export function planCalls(conversation: Conversation, request: Generation, random: Random): PlannedCall[] {
  const tools = request.tools ?? [];
  const chosen = chooseTools(conversation, tools, request.toolChoice ?? { type: 'auto' });
  const most = request.parallelCalls === false ? 1 : mostCalls;
  const calls: PlannedCall[] = [];
  for (const tool of chosen) {
    if (isPythonTool(tool)) {
      if (calls.length >= most) break;
      const value = { code: pythonFor(conversation.prompt) };
      calls.push({ id: `call_${random.hex(24)}`, name: tool.name, arguments: JSON.stringify(value) });
      continue;
    }
    for (const hints of hintsFor(tool, conversation, random)) {
      if (calls.length >= most) break;
      const value = tool.parameters === undefined ? {} : writeValue(tool.parameters, hints, random);
      calls.push({ id: `call_${random.hex(24)}`, name: tool.name, arguments: JSON.stringify(value) });
    }
  }
  return calls;
}

/** `2 + 3`, `10 times 20`; what dates and ranges are written with counts only among spaces. */
const sum =
  /-?\d{1,15}(?:\.\d{1,9})?(?: [-/] | ?[+*×÷−] ?| (?:plus|minus|times|and|divided by|multiplied by) )-?\d{1,15}(?:\.\d{1,9})?/g;

function chooseTools(
  conversation: Conversation,
  tools: readonly Tool[],
  choice: ToolChoice,
): readonly Tool[] {
  const { prompt, results } = conversation;
  switch (choice.type) {
    case 'none':
      return [];
    case 'named': {
      const named = tools.find((tool) => tool.name === choice.name);
      if (named === undefined)
        throw new ModelError(
          'bad-input',
          `The tool "${choice.name}" was chosen, but is not among the tools.`,
        );
      return [named];
    }
    case 'required': {
      const likeliest = likeliestTool(prompt, tools);
      if (likeliest === undefined)
        throw new ModelError('bad-input', 'A tool call is required, but there are no tools.');
      const matched = matching(prompt, tools);
      return matched.length > 0 ? matched : [likeliest];
    }
    case 'auto':
      return results.length > 0 ? [] : matching(prompt, tools);
  }
}

/** Tools that run Python are called for tasks that a program can be written for, where no other tool does them. */
function matching(prompt: string, tools: readonly Tool[]): readonly Tool[] {
  const python = tools.find(isPythonTool);
  if (python === undefined) return matchTools(prompt, tools);
  const others = matchTools(
    prompt,
    tools.filter((tool) => !isPythonTool(tool)),
  );
  return others.length === 0 && callsPython(prompt) ? [python] : others;
}

/**
 * One set of hints for each call of a tool. A tool that takes one place is called for each of the places that
 * are named together: `the weather in Paris and London`; one that takes two numbers, for each of several sums.
 */
function hintsFor(tool: Tool, conversation: Conversation, random: Random): Hints[] {
  const prompt = windowOf(conversation.prompt);
  const properties =
    isObject(tool.parameters) && isObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
  const isNumber = (schema: unknown) =>
    isObject(schema) && (schema['type'] === 'number' || schema['type'] === 'integer');
  const sums = [...prompt.matchAll(sum)].map(([words]) => words);
  if (sums.length > 1 && Object.values(properties).filter(isNumber).length === 2)
    return sums.map((words) => createPromptHints({ ...conversation, prompt: words }, random));
  const kinds = Object.entries(properties).filter(
    ([name, schema]) =>
      isObject(schema) &&
      schema['type'] === 'string' &&
      placeKind({ name, description: '', depth: 1 }) === 'place',
  );
  const names = kinds.length === 1 ? placesNamed(prompt, 'in|at|for|near|of') : [];
  const joined = names.length > 1 && /\b(?:and|or|und|et|y|vs)\b|,/.test(prompt) ? names : [undefined];
  return joined.map((name) => {
    const hints = createPromptHints(conversation, random);
    if (name === undefined) return hints;
    return {
      ...hints,
      texts: (place) => (placeKind(place) === 'place' ? [name, ...hints.texts(place)] : hints.texts(place)),
    };
  });
}
