import { z } from 'zod';
import {
  type ChatContentPart,
  type ChatInput,
  type ChatMessage,
  type ChatTool,
  type ChatToolChoice,
  type ResponseFormat,
  schemaOfFormat,
} from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
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
  refuseForms,
  refuseMembers,
  toMedia,
  typeByName,
  unknownFile,
  withCallNames,
} from '../generation.ts';

/** A chat without its messages; models of the run endpoints also accept a prompt instead. */
export type ChatSettings = Partial<
  Pick<
    ChatInput,
    | 'tools'
    | 'tool_choice'
    | 'functions'
    | 'function_call'
    | 'modalities'
    | 'parallel_tool_calls'
    | 'max_tokens'
    | 'max_completion_tokens'
    | 'stop'
    | 'response_format'
    | 'temperature'
    | 'top_p'
    | 'seed'
    | 'reasoning_effort'
    | 'chat_template_kwargs'
  >
> & {
  /** A schema as servers of hosted models take it: Cloudflare OpenAPI document. */
  readonly guided_json?: unknown;
};

/**
 * Converts a chat to a request for the engine, whether the body or the path names the model.
 *
 * @throws ModelError `bad-input` for unreadable files, and for members that the mock can't serve
 *
 * @example
 * toGeneration({ messages: [{ role: 'user', content: 'Hello' }], max_tokens: 8 })
 * // { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], maxTokens: 8 }
 */
export function toGeneration(body: ChatInput): Generation {
  refuseMembers(body, {
    text: 'send response_format',
    output_config: 'send response_format',
    output_format: 'send response_format',
  });
  return withSettings(messagesOfChat(body.messages), body);
}

/** Converts messages and the other members of a chat to a request for the engine. */
export function withSettings(messages: Generation['messages'], body: ChatSettings): Generation {
  const { stop, temperature, seed, functions } = body;
  if (body.modalities?.includes('audio'))
    refuseMembers(body, { modalities: 'a chat has no answer in audio; run a model of text-to-speech' });
  refuseForms(body, 'send response_format');
  refuseMembers(body, { best_of: 'send n' });
  if (body.response_format !== undefined) refuseMembers(body, { guided_json: 'send it or response_format' });
  if (functions === undefined) refuseMembers(body, { function_call: 'send functions too' });
  else refuseMembers(body, { tools: 'send either tools or functions', tool_choice: 'send function_call' });
  return generation({
    messages,
    ...(functions
      ? toolsOfChat(functions.map(toFunctionTool), toChoice(body.function_call))
      : toolsOfChat(body.tools, body.tool_choice)),
    parallelCalls: functions ? false : body.parallel_tool_calls,
    maxTokens: body.max_completion_tokens ?? body.max_tokens,
    stop: typeof stop === 'string' ? [stop] : stop,
    format: getFormat(body.response_format) ?? toGuided(body.guided_json),
    temperature,
    topP: body.top_p,
    seed,
    effort: getEffort(body.reasoning_effort ?? (thinks(body) === false ? 'none' : undefined)),
  });
}

function toGuided(schema: unknown): Generation['format'] {
  if (schema === undefined || schema === null) return undefined;
  const outcome = z.record(z.string(), z.unknown()).safeParse(schema);
  if (outcome.success) return { type: 'json-schema', schema: outcome.data };
  throw new ModelError('bad-input', 'guided_json is not supported here: send a schema as an object.');
}

const thinks = ({ chat_template_kwargs }: ChatSettings) => chat_template_kwargs?.enable_thinking;

function getFormat(format: ResponseFormat | undefined): Generation['format'] {
  switch (format?.type) {
    case 'json_object':
      return format.schema ? { type: 'json-schema', schema: format.schema } : { type: 'json' };
    case 'json_schema':
      return { type: 'json-schema', schema: schemaOfFormat(format.json_schema).schema };
    default:
      return undefined;
  }
}

/**
 * Converts a conversation in the chat-completions format. A refusal counts as the model's text; its reasoning is
 * dropped.
 *
 * @throws ModelError `bad-input` for unreadable files
 */
export function messagesOfChat(messages: readonly ChatMessage[]): readonly Message[] {
  return withCallNames(messages.map(getMessage));
}

function getMessage(message: ChatMessage): Message {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', parts: getParts(message.content) };
    case 'user':
      return { role: 'user', parts: getParts(message.content) };
    case 'tool':
      return { role: 'tool', callId: message.tool_call_id, parts: getParts(message.content) };
    case 'function':
      // The format's first form has no ids: the name identifies the call.
      return { role: 'tool', callId: message.name, name: message.name, parts: getParts(message.content) };
    case 'assistant':
      return toAssistant(message);
  }
}

function toAssistant(message: Extract<ChatMessage, { readonly role: 'assistant' }>): Message {
  const toolCalls = (message.tool_calls ?? []).map(getCall);
  const former = message.function_call;
  if (former) toolCalls.push({ id: former.name, name: former.name, arguments: former.arguments });
  const parts = getParts(message.content);
  const refused: readonly Part[] = message.refusal ? [{ type: 'text', text: message.refusal }] : [];
  return {
    role: 'assistant',
    parts: [...parts, ...refused],
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

type ChatCall = NonNullable<Extract<ChatMessage, { readonly role: 'assistant' }>['tool_calls']>[number];

function getCall(call: ChatCall): ToolCall {
  return call.type === 'function'
    ? { id: call.id, name: call.function.name, arguments: call.function.arguments }
    : { id: call.id, name: call.custom.name, arguments: JSON.stringify({ input: call.custom.input }) };
}

type AssistantPart = { readonly type: 'refusal'; readonly refusal: string };

function getParts(
  content: string | readonly (ChatContentPart | AssistantPart)[] | null | undefined,
): readonly Part[] {
  if (content === null || content === undefined || content === '') return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(toPart);
}

function toPart(part: ChatContentPart | AssistantPart): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'refusal':
      return { type: 'text', text: part.refusal };
    case 'image_url':
      return mediaAt(part.image_url.url, 'image/*');
    case 'input_audio':
      return toMedia(part.input_audio.data, part.input_audio.format === 'wav' ? 'audio/wav' : 'audio/mpeg');
    case 'file': {
      const { file_data, file_id, filename = '' } = part.file;
      if (file_data === undefined) throw unknownFile(file_id ?? filename);
      const mediaType = typeByName(filename) ?? 'application/octet-stream';
      return file_data.startsWith('data:') ? mediaAt(file_data, mediaType) : toMedia(file_data, mediaType);
    }
  }
}

/** The parameters of a custom tool as a function: one text. */
const oneText = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
} as const;

type ChatFunction = NonNullable<ChatInput['functions']>[number];

const toFunctionTool = (about: ChatFunction): ChatTool => ({ type: 'function', function: about });

const toChoice = (call: ChatInput['function_call']): ChatToolChoice | undefined =>
  typeof call === 'object' ? { type: 'function', function: call } : call;

/** Tools and the choice among them; engines call custom tools as functions with one text, `input`. */
function toolsOfChat(
  tools: readonly ChatTool[] | undefined,
  choice: ChatToolChoice | undefined,
): { readonly tools?: readonly Tool[]; readonly toolChoice?: ToolChoice } {
  if (tools === undefined || tools.length === 0) return {};
  const all = tools.map(toTool);
  if (choice === undefined) return { tools: all };
  if (typeof choice === 'string') return { tools: all, toolChoice: { type: choice } };
  switch (choice.type) {
    case 'function':
      return { tools: all, toolChoice: { type: 'named', name: choice.function.name } };
    case 'custom':
      return { tools: all, toolChoice: { type: 'named', name: choice.custom.name } };
    case 'allowed_tools': {
      const allowed = new Set(choice.allowed_tools.tools.map(getName));
      const left = all.filter(({ name }) => allowed.has(name));
      return left.length === 0 ? {} : { tools: left, toolChoice: { type: choice.allowed_tools.mode } };
    }
  }
}

function toTool(tool: ChatTool): Tool {
  const { name, description } = tool.type === 'function' ? tool.function : tool.custom;
  const parameters = tool.type === 'function' ? tool.function.parameters : oneText;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
  };
}

/** The name in `{type, function: {name}}`, `{type, custom: {name}}` or flat `{type, name}`. */
function getName(tool: Readonly<Record<string, unknown>>): unknown {
  const inner = tool['function'] ?? tool['custom'];
  return typeof inner === 'object' && inner !== null && 'name' in inner ? inner.name : tool['name'];
}
