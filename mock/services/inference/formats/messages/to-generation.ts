import { messagesError } from '../../../../../spec/services/inference/formats/messages/answer.ts';
import type {
  InputBlock,
  MessageParam,
  MessagesInput,
  MessageTool,
} from '../../../../../spec/services/inference/formats/messages/request.ts';
import type {
  Generation,
  Message,
  Part,
  Tool,
  ToolCall,
  ToolChoice,
} from '../../../../engines/models/backend.ts';
import type { ErrorAnswer } from '../format.ts';
import {
  generation,
  getEffort,
  mediaAt,
  refusedTool,
  refuseForms,
  refuseMembers,
  toMedia,
  unknownFile,
  withCallNames,
} from '../generation.ts';

/**
 * Converts a request in the Messages format to one for the engine.
 *
 * @throws ModelError `bad-input` for unreadable files, and for what the mock can't serve
 *
 * @example
 * toGeneration({ max_tokens: 8, messages: [{ role: 'user', content: 'Hello' }] })
 * // { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], maxTokens: 8, effort: 'none' }
 */
export function toGeneration(body: MessagesInput): Generation {
  refuseMembers(body, {
    response_format: 'send output_config.format',
    output_format: 'send output_config.format',
    functions: 'send tools',
    function_call: 'send tool_choice',
    guided_json: 'send output_config.format',
    n: 'a message has one answer',
    best_of: 'a message has one answer',
  });
  refuseForms(body, 'send output_config.format');
  const tools = (body.tools ?? []).map(toTool);
  const format = body.output_config?.format;
  return generation({
    messages: [...toSystem(body.system), ...messagesOfMessages(body.messages)],
    ...(tools.length > 0 && { tools, toolChoice: toChoice(body.tool_choice) }),
    parallelCalls: getParallel(body.tool_choice),
    maxTokens: body.max_tokens,
    stop: body.stop_sequences,
    format: format ? { type: 'json-schema', schema: format.schema } : undefined,
    temperature: body.temperature,
    topP: body.top_p,
    effort: thinkingEffort(body),
  });
}

function getParallel(choice: MessagesInput['tool_choice']): boolean | undefined {
  return choice?.type !== 'none' && choice?.disable_parallel_tool_use === true ? false : undefined;
}

function toSystem(system: MessagesInput['system']): readonly Message[] {
  if (system === undefined || system.length === 0) return [];
  const texts = typeof system === 'string' ? [system] : system.map(({ text }) => text);
  return [{ role: 'system', parts: texts.map((text) => ({ type: 'text', text })) }];
}

function toTool({ type, name, description, input_schema: parameters }: MessageTool): Tool {
  if (typeof parameters !== 'object' || parameters === null) throw refusedTool(type);
  return { name, ...(typeof description === 'string' && { description }), parameters: { ...parameters } };
}

function toChoice(choice: MessagesInput['tool_choice']): ToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (choice.type === 'any') return { type: 'required' };
  return choice.type === 'tool' ? { type: 'named', name: choice.name } : { type: choice.type };
}

/** Token budgets at which the effort rises (inferred: budgets are no efforts). */
const budgets = { medium: 4096, high: 16_384 } as const;

/** In this format a model shows its reasoning only on request. */
function thinkingEffort({ thinking, output_config }: MessagesInput): Generation['effort'] {
  const effort = getEffort(output_config?.effort);
  switch (thinking?.type) {
    case 'adaptive':
      return effort ?? 'medium';
    case 'enabled':
      if (effort !== undefined) return effort;
      if (thinking.budget_tokens < budgets.medium) return 'low';
      return thinking.budget_tokens < budgets.high ? 'medium' : 'high';
    default:
      return 'none';
  }
}

/**
 * Converts a conversation in the Messages format. A user's turn contains the results of tools: each becomes a turn of
 * its own, before the user's text. Reasoning is dropped.
 *
 * @throws ModelError `bad-input` for unreadable files
 */
function messagesOfMessages(messages: readonly MessageParam[]): readonly Message[] {
  return withCallNames(messages.flatMap(toTurn));
}

function toTurn({ role, content }: MessageParam): readonly Message[] {
  const blocks: readonly InputBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const parts = blocks.flatMap(toPart);
  if (role === 'assistant') {
    const toolCalls = blocks.flatMap(getCall);
    return [{ role, parts, ...(toolCalls.length > 0 && { toolCalls }) }];
  }
  const results = blocks.flatMap(getResult);
  return parts.length === 0 && results.length > 0 ? results : [...results, { role, parts }];
}

function toPart(block: InputBlock): readonly Part[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }];
    case 'image':
      return [sourced(block.source, 'image/*')];
    case 'document':
      return block.source.type === 'content'
        ? getContent(block.source.content)
        : [sourced(block.source, 'application/pdf')];
    case 'search_result':
      return getContent(block.content);
    default:
      return [];
  }
}

function getContent(content: string | readonly InputBlock[]): readonly Part[] {
  if (typeof content !== 'string') return content.flatMap(toPart);
  return content === '' ? [] : [{ type: 'text', text: content }];
}

type Source = Extract<InputBlock, { readonly type: 'image' }>['source'];

function sourced(source: Source, fallback: string): Part {
  switch (source.type) {
    case 'base64':
      return toMedia(source.data, source.media_type);
    case 'url':
      return mediaAt(source.url, fallback);
    case 'text':
      return { type: 'text', text: source.data };
    case 'file':
      throw unknownFile(source.file_id);
  }
}

function getCall(block: InputBlock): readonly ToolCall[] {
  if (block.type !== 'tool_use') return [];
  return [{ id: block.id, name: block.name, arguments: JSON.stringify(block.input) }];
}

function getResult(block: InputBlock): readonly Message[] {
  if (block.type !== 'tool_result') return [];
  const { tool_use_id, content = '' } = block;
  return [{ role: 'tool', callId: tool_use_id, parts: getContent(content) }];
}

/**
 * The refusal of a conversation stored on the server (`thread`), or undefined for a request with its whole
 * conversation. The mock stores none, and answering only the new turn would silently drop the rest. The details tell
 * @anthropic-ai/sdk 1.12 to send everything again: its tool runner requests a thread by default (observed).
 *
 * @example
 * unsupportedThread({ ...body, thread: { type: 'create' } })?.status // 400
 */
export function unsupportedThread(body: MessagesInput): ErrorAnswer | undefined {
  const thread = body['thread'];
  if (thread === undefined || thread === null) return undefined;
  const { type, error } = messagesError(
    400,
    'Threads are not supported: send the whole conversation in messages, without `thread`.',
  );
  const details = { error_code: 'thread_unsupported_request', unsupported: ['thread'] };
  return { status: 400, body: { type, error: { ...error, details } } };
}
