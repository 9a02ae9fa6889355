import { isObject } from '../../../../spec/value-kinds.ts';
import type { Random } from '../../seeded/random.ts';
import type { Generation, Tool, ToolCall, ToolChoice } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import type { Conversation } from './conversation.ts';
import { findExpression } from './directives.ts';
import { placesIn } from './prompt-values.ts';
import { isPythonTool, planPython } from './python.ts';
import { significantWords } from './words.ts';
import { writeValue } from './write-json.ts';

/** Prompts are searched for tools up to this length, in UTF-16 units. */
const searched = 10_000;
/** Maximum number of calls in an answer. */
const mostCalls = 16;
const unwanted =
  /\b(?:without (?:using |calling )?|(?:don't|do not) (?:use|call) )(?:any |the )?(?:tools?|functions?)\b/i;

/**
 * The calls that answer a conversation; none if it is answered with text. With `auto`, the model calls the tools that
 * the last prompt mentions, until they have answered; with `required` or a named tool, it calls them each time.
 *
 * @throws ModelError (bad-input) for an unknown named tool, `required` without tools, and parameters without a valid
 * value
 */
export async function planCalls(
  conversation: Conversation,
  { tools = [], toolChoice = { type: 'auto' }, parallelCalls = true }: Generation,
  random: Random,
): Promise<ToolCall[]> {
  const calls: ToolCall[] = [];
  for (const tool of chooseTools(conversation, tools, toolChoice))
    for (const value of await argumentsFor(tool, conversation)) {
      if (calls.length >= (parallelCalls ? mostCalls : 1)) return calls;
      const id = [1, 2, 3].map(() => random.next().toString(16).padStart(8, '0')).join('');
      calls.push({ id: `call_${id}`, name: tool.name, arguments: JSON.stringify(value) });
    }
  return calls;
}

function chooseTools(
  { prompt, results }: Conversation,
  tools: readonly Tool[],
  choice: ToolChoice,
): readonly Tool[] {
  if (choice.type === 'none') return [];
  if (choice.type === 'named') {
    const named = tools.find(({ name }) => name === choice.name);
    if (named !== undefined) return [named];
    throw new ModelError('bad-input', `The tool "${choice.name}" was chosen, but is not among the tools.`);
  }
  if (choice.type === 'auto' && (results.length > 0 || unwanted.test(prompt))) return [];
  const fitting = tools.filter((tool) => fits(tool, prompt));
  if (choice.type === 'auto' || fitting.length > 0) return fitting;
  const [first] = tools;
  if (first === undefined)
    throw new ModelError('bad-input', 'A tool call is required, but there are no tools.');
  return [first];
}

/** Words in names that say nothing about a tool's purpose. */
const generic = new Set(
  significantWords(
    'get set list fetch find look create make do run call function send show current api data info',
  ),
);

/** Whether a prompt mentions a tool's purpose: by a word of its name, two of its description, or a calculation. */
function fits(tool: Tool, whole: string): boolean {
  if (isPythonTool(tool)) return planPython(whole) !== undefined;
  const prompt = whole.slice(0, searched);
  if (prompt.toLowerCase().includes(tool.name.toLowerCase())) return true;
  const asked = new Set(significantWords(prompt));
  const { name, description = '' } = tool;
  if (significantWords(name).some((word) => !generic.has(word) && asked.has(word))) return true;
  if (
    /calc|math|arithmetic|\badds?\b|\bsum\b/i.test(`${name} ${description}`) &&
    findExpression(prompt) !== undefined
  )
    return true;
  const described = new Set(significantWords(description).filter((word) => !generic.has(word)));
  return [...described].filter((word) => asked.has(word)).length >= 2;
}

/** Arguments of each call of a tool: one with a location parameter is called for each place in the prompt. */
async function argumentsFor(tool: Tool, conversation: Conversation): Promise<readonly unknown[]> {
  if (isPythonTool(tool)) {
    const quote = JSON.stringify(conversation.prompt.slice(0, 200));
    return [{ code: planPython(conversation.prompt) ?? `print(${quote})` }];
  }
  const { parameters } = tool;
  if (parameters === undefined) return [{}];
  const properties =
    isObject(parameters) && isObject(parameters['properties']) ? parameters['properties'] : {};
  const takesPlace = Object.keys(properties).some((name) => /city|location|place|town/i.test(name));
  const places = takesPlace ? placesIn(conversation.prompt) : [];
  if (places.length < 2) return [await writeValue(parameters, conversation)];
  return Promise.all(
    places.map((place) =>
      writeValue(parameters, {
        ...conversation,
        prompt: `${conversation.prompt} in ${place}`,
        places: [place],
      }),
    ),
  );
}
