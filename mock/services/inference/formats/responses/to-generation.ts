import type {
  ResponsesInput,
  ResponseTool,
} from '../../../../../spec/services/inference/formats/responses/request.ts';
import type { Generation, Message, Tool, ToolChoice } from '../../../../engines/models/backend.ts';
import { effortOf } from '../shared/effort.ts';
import { generation } from '../shared/generation.ts';
import { type Kept, messagesOfItems } from './messages.ts';

/**
 * What is asked of the engine by a request for a response. Instructions stand before all that was said earlier;
 * those of earlier responses do not count any more. Tools other than functions are left out: nobody runs them
 * here.
 *
 * @param kept what is known of earlier responses; without it only the input itself is
 * @throws ModelError `bad-input` for files and items that nobody has kept
 *
 * @example
 * toGeneration({ input: 'Hello', max_output_tokens: 8 })
 * // { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], maxTokens: 8 }
 */
export function toGeneration(body: ResponsesInput, kept?: Kept): Generation {
  return generation({
    messages: [...instructionsOf(body.instructions), ...messagesOfItems(itemsOf(body), kept)],
    ...toolsOf(body),
    parallelCalls: body.parallel_tool_calls,
    maxTokens: body.max_output_tokens,
    format: formatOf(body.text?.format),
    temperature: body.temperature,
    topP: body.top_p,
    effort: effortOf(body.reasoning?.effort),
  });
}

/** The input as items, as a conversation is kept. */
export function itemsOf({ input }: ResponsesInput): Exclude<ResponsesInput['input'], string> {
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
}

function instructionsOf(instructions: string | null | undefined): readonly Message[] {
  return instructions ? [{ role: 'system', parts: [{ type: 'text', text: instructions }] }] : [];
}

function toolsOf({ tools, tool_choice: choice }: ResponsesInput): {
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
} {
  const all = (tools ?? []).flatMap(toolOf);
  if (all.length === 0) return {};
  if (choice === undefined || choice === null) return { tools: all };
  if (typeof choice === 'string') return { tools: all, toolChoice: { type: choice } };
  if (choice.type === 'function') return { tools: all, toolChoice: { type: 'named', name: choice.name } };
  const allowed = new Set(choice.tools.map((tool) => tool['name']));
  const left = all.filter(({ name }) => allowed.has(name));
  return left.length === 0 ? {} : { tools: left, toolChoice: { type: choice.mode } };
}

function toolOf(tool: ResponseTool): readonly Tool[] {
  const { type, name, description, parameters } = tool;
  if (type !== 'function' || typeof name !== 'string') return [];
  return [
    {
      name,
      ...(typeof description === 'string' && { description }),
      ...(typeof parameters === 'object' && parameters !== null && { parameters: { ...parameters } }),
    },
  ];
}

function formatOf(format: NonNullable<ResponsesInput['text']>['format']): Generation['format'] {
  switch (format?.type) {
    case 'json_object':
      return { type: 'json' };
    case 'json_schema':
      return { type: 'json-schema', schema: format.schema };
    default:
      return undefined;
  }
}
