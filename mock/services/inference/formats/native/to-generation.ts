import {
  type ChatMessage,
  chatInputSchema,
  chatMessageSchema,
  chatToolChoiceSchema,
  chatToolSchema,
} from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { VisionInput } from '../../../../../spec/services/inference/input/media.ts';
import type {
  ChatOrPromptInput,
  ClassicInput,
} from '../../../../../spec/services/inference/input/text-generation.ts';
import { isObject } from '../../../../../spec/value-kinds.ts';
import type { Generation, JsonSchema, Message, Part } from '../../../../engines/models/backend.ts';
import { readArguments } from '../answer-parts.ts';
import { type ChatSettings, messagesOfChat, withSettings } from '../chat-completions/to-generation.ts';
import { mediaAt, mediaPart, refuseMembers, toMedia } from '../generation.ts';

/** The input of any text model on the run endpoints, in the old shape or the new one. */
export type NativeInput = ClassicInput | ChatOrPromptInput | VisionInput;

/** The input without its messages; the old shape is parsed less strictly. */
interface NativeSettings
  extends Omit<ChatSettings, 'tools' | 'tool_choice' | 'response_format' | 'functions'> {
  readonly tools?: unknown;
  readonly tool_choice?: unknown;
  readonly response_format?: unknown;
  readonly functions?: unknown;
  readonly image?: unknown;
}

/**
 * Converts the input of a text model to a request for the engine: Cloudflare OpenAPI document. A prompt is a user's
 * message; a picture next to it, as bytes or Base64, belongs to the last one. Tools may be flat or as in chat
 * completions, and schemas bare or named, or in the older `guided_json`.
 *
 * @throws ModelError `bad-input` for unreadable files, and for functions with their source
 *
 * @example
 * toGeneration({ prompt: 'Hello', max_tokens: 8 })
 * // { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], maxTokens: 8 }
 */
export function toGeneration(body: NativeInput): Generation {
  const settings: NativeSettings = body;
  const { tools, tool_choice, response_format, functions, image, ...sampling } = settings;
  if (Array.isArray(functions) && functions.some((one) => isObject(one) && 'code' in one))
    refuseMembers(
      { functions },
      { functions: 'no code of a request is run; describe the functions in tools' },
    );
  if (response_format !== undefined)
    refuseMembers({ ...settings }, { guided_json: 'send it or response_format' });
  const choice = chatToolChoiceSchema.safeParse(tool_choice === 'any' ? 'required' : tool_choice);
  const read = withSettings(withImage(toMessages(body), image), {
    ...sampling,
    tools: toTools(tools),
    tool_choice: choice.data,
    functions: chatInputSchema.shape.functions.safeParse(functions).data,
  });
  const format = getFormat(response_format);
  return format === undefined ? read : { ...read, format };
}

function toMessages(body: NativeInput): readonly Message[] {
  if ('prompt' in body && typeof body.prompt === 'string') {
    return [{ role: 'user', parts: [{ type: 'text', text: body.prompt }] }];
  }
  const messages = 'messages' in body && Array.isArray(body.messages) ? body.messages : [];
  return messagesOfChat(messages.map(chatMessage));
}

/** Keeps a message of the new shape, converts one of the old shape. */
function chatMessage(message: unknown): ChatMessage {
  const strict = chatMessageSchema.safeParse(message);
  return strict.success ? strict.data : looseMessage(message);
}

function withImage(messages: readonly Message[], image: unknown): readonly Message[] {
  const part = toImage(image);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  if (part === undefined || last === -1) return messages;
  return messages.map((message, index) =>
    index === last ? { ...message, parts: [part, ...message.parts] } : message,
  );
}

function toImage(image: unknown): Part | undefined {
  if (typeof image === 'string') {
    return /^(?:data|https?):/i.test(image) ? mediaAt(image, 'image/*') : toMedia(image, 'image/*');
  }
  return Array.isArray(image) ? mediaPart(Uint8Array.from(image), 'image/*') : undefined;
}

function toTools(tools: unknown): ChatSettings['tools'] {
  if (!Array.isArray(tools)) return undefined;
  return tools.flatMap((tool: unknown) => {
    const strict = chatToolSchema.safeParse(tool);
    if (strict.success) return [strict.data];
    const about = isObject(tool) ? (tool['function'] ?? tool) : undefined;
    return isObject(about) && typeof about['name'] === 'string' ? [functionTool(about, about['name'])] : [];
  });
}

function functionTool(
  about: Readonly<Record<string, unknown>>,
  name: string,
): NonNullable<ChatSettings['tools']>[number] {
  const { description, parameters } = about;
  return {
    type: 'function',
    function: {
      name,
      ...(typeof description === 'string' && { description }),
      ...(isObject(parameters) && { parameters }),
    },
  };
}

function getFormat(format: unknown): Generation['format'] {
  if (!isObject(format)) return undefined;
  if (format['type'] === 'json_object') return toJsonFormat(format['schema']) ?? { type: 'json' };
  return format['type'] === 'json_schema'
    ? { type: 'json-schema', schema: toSchema(format['json_schema'] ?? format['schema']) }
    : undefined;
}

const toJsonFormat = (schema: unknown): Generation['format'] =>
  isObject(schema) ? { type: 'json-schema', schema } : undefined;

function toSchema(schema: unknown): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) return true;
  // A named schema has its name next to it; a bare one may have a member called `schema` only in `properties`.
  return isObject(schema['schema']) && typeof schema['name'] === 'string' ? schema['schema'] : schema;
}

/**
 * Converts a message of models of the old shape, which accept any role and calls without ids, to a chat message.
 * Unknown roles count as the user's.
 *
 * @example
 * looseMessage({ role: 'tool', name: 'look', content: 'a cat' })
 * // { role: 'function', name: 'look', content: 'a cat' }
 */
function looseMessage(message: unknown): ChatMessage {
  const { role, content, name, tool_calls } = isObject(message) ? message : {};
  const text = typeof content === 'string' ? content : '';
  switch (role) {
    case 'assistant': {
      const calls = Array.isArray(tool_calls) ? tool_calls.flatMap(looseCall) : [];
      return { role, content: text, ...(calls.length > 0 && { tool_calls: calls }) };
    }
    case 'tool':
      return {
        role: 'function',
        name: typeof name === 'string' && name !== '' ? name : 'tool',
        content: text,
      };
    case 'system':
      return { role, content: text };
    default:
      return { role: 'user', content: text };
  }
}

/** `{name, arguments}` or `{function: {name, arguments}}`, the arguments as an object or as JSON text. */
function looseCall(call: unknown) {
  if (!isObject(call)) return [];
  const about = isObject(call['function']) ? call['function'] : call;
  const { name, arguments: given } = about;
  if (typeof name !== 'string' || name === '') return [];
  const json = JSON.stringify(typeof given === 'string' ? readArguments(given) : (given ?? {}));
  const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : name;
  return [{ id, type: 'function' as const, function: { name, arguments: json } }];
}
