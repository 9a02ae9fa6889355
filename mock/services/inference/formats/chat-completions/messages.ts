import type {
  ChatContentPart,
  ChatMessage,
} from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { Message, Part, ToolCall } from '../../../../engines/models/backend.ts';
import { withCallNames } from '../shared/call-names.ts';
import { mediaAt, mediaOf, typeByName, unknownFile } from '../shared/media-part.ts';

/**
 * A conversation in the chat-completions format. What a model refused counts as what it said; what it thought
 * is not told again.
 *
 * @throws ModelError `bad-input` for files that can not be read
 */
export function messagesOfChat(messages: readonly ChatMessage[]): readonly Message[] {
  return withCallNames(messages.map(messageOf));
}

function messageOf(message: ChatMessage): Message {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', parts: partsOf(message.content) };
    case 'user':
      return { role: 'user', parts: partsOf(message.content) };
    case 'tool':
      return { role: 'tool', callId: message.tool_call_id, parts: partsOf(message.content) };
    case 'function':
      // The format's first form has no ids: the name stands for the call.
      return { role: 'tool', callId: message.name, name: message.name, parts: partsOf(message.content) };
    case 'assistant':
      return assistantOf(message);
  }
}

function assistantOf(message: Extract<ChatMessage, { readonly role: 'assistant' }>): Message {
  const toolCalls = (message.tool_calls ?? []).map(callOf);
  const former = message.function_call;
  if (former) toolCalls.push({ id: former.name, name: former.name, arguments: former.arguments });
  const parts = partsOf(message.content);
  const refused: readonly Part[] = message.refusal ? [{ type: 'text', text: message.refusal }] : [];
  return {
    role: 'assistant',
    parts: [...parts, ...refused],
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

type ChatCall = NonNullable<Extract<ChatMessage, { readonly role: 'assistant' }>['tool_calls']>[number];

function callOf(call: ChatCall): ToolCall {
  return call.type === 'function'
    ? { id: call.id, name: call.function.name, arguments: call.function.arguments }
    : { id: call.id, name: call.custom.name, arguments: JSON.stringify({ input: call.custom.input }) };
}

type AssistantPart = { readonly type: 'refusal'; readonly refusal: string };

function partsOf(
  content: string | readonly (ChatContentPart | AssistantPart)[] | null | undefined,
): readonly Part[] {
  if (content === null || content === undefined || content === '') return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(partOf);
}

function partOf(part: ChatContentPart | AssistantPart): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'refusal':
      return { type: 'text', text: part.refusal };
    case 'image_url':
      return mediaAt(part.image_url.url, 'image/*');
    case 'input_audio':
      return mediaOf(part.input_audio.data, part.input_audio.format === 'wav' ? 'audio/wav' : 'audio/mpeg');
    case 'file': {
      const { file_data, file_id, filename = '' } = part.file;
      if (file_data === undefined) throw unknownFile(file_id ?? filename);
      const mediaType = typeByName(filename) ?? 'application/octet-stream';
      return file_data.startsWith('data:') ? mediaAt(file_data, mediaType) : mediaOf(file_data, mediaType);
    }
  }
}
