import type {
  InputContent,
  InputItem,
  ResponsesInput,
  ResponseTool,
} from '../../../../../spec/services/inference/formats/responses/request.ts';
import type {
  Generation,
  Message,
  Part,
  Tool,
  ToolCall,
  ToolChoice,
} from '../../../../engines/models/backend.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import {
  generation,
  getEffort,
  mediaAt,
  refusedTool,
  refuseForms,
  refuseMembers,
  toMedia,
  typeByName,
  unknownFile,
  withCallNames,
} from '../generation.ts';

/**
 * Converts a request for a response to one for the engine. Instructions come before the earlier conversation; those of
 * earlier responses no longer apply.
 *
 * @param kept earlier responses; by default only the input itself
 * @throws ModelError `bad-input` for files and items that are not stored, and for what the mock can't serve
 *
 * @example
 * toGeneration({ input: 'Hello', max_output_tokens: 8 })
 * // { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], maxTokens: 8 }
 */
export function toGeneration(body: ResponsesInput, kept?: Kept): Generation {
  refuseMembers(body, {
    response_format: 'send text.format',
    functions: 'send tools',
    function_call: 'send tool_choice',
    guided_json: 'send text.format',
    n: 'a response has one answer',
    best_of: 'a response has one answer',
  });
  refuseForms(body, 'send text.format');
  return generation({
    messages: [...toInstructions(body.instructions), ...messagesOfItems(getItems(body), kept)],
    ...toTools(body),
    parallelCalls: body.parallel_tool_calls,
    maxTokens: body.max_output_tokens,
    format: getFormat(body.text?.format),
    temperature: body.temperature,
    topP: body.top_p,
    effort: getEffort(body.reasoning?.effort),
  });
}

/** The input as items, the stored form of a conversation. */
export function getItems({ input }: ResponsesInput): Exclude<ResponsesInput['input'], string> {
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
}

function toInstructions(instructions: string | null | undefined): readonly Message[] {
  return instructions ? [{ role: 'system', parts: [{ type: 'text', text: instructions }] }] : [];
}

function toTools({ tools, tool_choice: choice }: ResponsesInput): {
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
} {
  const all = (tools ?? []).map(toTool);
  if (all.length === 0) return {};
  if (choice === undefined || choice === null) return { tools: all };
  if (typeof choice === 'string') return { tools: all, toolChoice: { type: choice } };
  if (choice.type === 'function') return { tools: all, toolChoice: { type: 'named', name: choice.name } };
  const allowed = new Set(choice.tools.map((tool) => tool['name']));
  const left = all.filter(({ name }) => allowed.has(name));
  return left.length === 0 ? {} : { tools: left, toolChoice: { type: choice.mode } };
}

function toTool(tool: ResponseTool): Tool {
  const { type, name, description, parameters } = tool;
  if (type !== 'function' || typeof name !== 'string') throw refusedTool(type);
  return {
    name,
    ...(typeof description === 'string' && { description }),
    ...(typeof parameters === 'object' && parameters !== null && { parameters: { ...parameters } }),
  };
}

function getFormat(format: NonNullable<ResponsesInput['text']>['format']): Generation['format'] {
  switch (format?.type) {
    case 'json_object':
      return { type: 'json' };
    case 'json_schema':
      return { type: 'json-schema', schema: format.schema };
    default:
      return undefined;
  }
}

/** Earlier responses: items as sent or answered. */
export interface Kept {
  /** The conversation of `previous_response_id` or `conversation`, oldest first. */
  readonly before?: readonly InputItem[];
  /** The item of an `item_reference`. */
  toItem?(id: string): InputItem | undefined;
}

/**
 * Converts a conversation in the Responses format: calls belong to the assistant's text before them, and reasoning is
 * dropped.
 *
 * @throws ModelError `bad-input` for files and items that are not stored, and for what the mock can't serve
 */
function messagesOfItems(items: readonly InputItem[], kept: Kept = {}): readonly Message[] {
  const messages: Message[] = [];
  for (const item of [...(kept.before ?? []), ...items]) {
    const found = item.type === 'item_reference' ? referred(item.id, kept) : item;
    if (found.type === 'function_call') addCall(messages, found);
    else messages.push(...getMessage(found));
  }
  return withCallNames(messages);
}

function referred(id: string, kept: Kept): InputItem {
  const item = kept.toItem?.(id);
  if (item !== undefined && item.type !== 'item_reference') return item;
  throw new ModelError('bad-input', `Item with id '${id}' not found: send the item itself.`);
}

function addCall(messages: Message[], call: Extract<InputItem, { readonly type: 'function_call' }>): void {
  const toolCall: ToolCall = { id: call.call_id, name: call.name, arguments: call.arguments };
  const last = messages.at(-1);
  if (last?.role === 'assistant') {
    messages[messages.length - 1] = { ...last, toolCalls: [...(last.toolCalls ?? []), toolCall] };
  } else {
    messages.push({ role: 'assistant', parts: [], toolCalls: [toolCall] });
  }
}

function getMessage(item: InputItem): readonly Message[] {
  switch (item.type) {
    case 'message': {
      const role = item.role === 'developer' ? 'system' : item.role;
      return [{ role, parts: getParts(item.content) }];
    }
    case 'function_call_output':
      return [{ role: 'tool', callId: item.call_id, parts: getParts(item.output) }];
    default:
      return [];
  }
}

function getParts(content: string | readonly InputContent[]): readonly Part[] {
  if (content === '') return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(toPart);
}

function toPart(content: InputContent): Part {
  switch (content.type) {
    case 'input_text':
    case 'output_text':
      return { type: 'text', text: content.text };
    case 'refusal':
      return { type: 'text', text: content.refusal };
    case 'input_image':
      if (content.image_url) return mediaAt(content.image_url, 'image/*');
      throw unknownFile(content.file_id ?? '(without an address)');
    case 'input_file':
      return toFile(content);
  }
}

function toFile(file: Extract<InputContent, { readonly type: 'input_file' }>): Part {
  const { file_data, file_url, file_id, filename } = file;
  const mediaType = typeByName(filename ?? '') ?? 'application/octet-stream';
  if (file_url) return mediaAt(file_url, mediaType);
  if (!file_data) throw unknownFile(file_id ?? filename ?? '(without content)');
  return file_data.startsWith('data:') ? mediaAt(file_data, mediaType) : toMedia(file_data, mediaType);
}
