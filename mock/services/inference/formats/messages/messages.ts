import type {
  InputBlock,
  MessageParam,
} from '../../../../../spec/services/inference/formats/messages/request.ts';
import type { Message, Part, ToolCall } from '../../../../engines/models/backend.ts';
import { withCallNames } from '../shared/call-names.ts';
import { mediaAt, mediaOf, unknownFile } from '../shared/media-part.ts';

/**
 * A conversation in the Messages format, where a user's turn brings the results of tools: each becomes a turn
 * of its own, before what the user says beside them. What was thought is not told again.
 *
 * @throws ModelError `bad-input` for files that can not be read
 */
export function messagesOfMessages(messages: readonly MessageParam[]): readonly Message[] {
  return withCallNames(messages.flatMap(turnOf));
}

function turnOf({ role, content }: MessageParam): readonly Message[] {
  const blocks: readonly InputBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const parts = blocks.flatMap(partOf);
  if (role === 'assistant') {
    const toolCalls = blocks.flatMap(callOf);
    return [{ role, parts, ...(toolCalls.length > 0 && { toolCalls }) }];
  }
  const results = blocks.flatMap(resultOf);
  return parts.length === 0 && results.length > 0 ? results : [...results, { role, parts }];
}

function partOf(block: InputBlock): readonly Part[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }];
    case 'image':
      return [sourced(block.source, 'image/*')];
    case 'document':
      return block.source.type === 'content'
        ? contentOf(block.source.content)
        : [sourced(block.source, 'application/pdf')];
    case 'search_result':
      return contentOf(block.content);
    default:
      return [];
  }
}

function contentOf(content: string | readonly InputBlock[]): readonly Part[] {
  if (typeof content !== 'string') return content.flatMap(partOf);
  return content === '' ? [] : [{ type: 'text', text: content }];
}

type Source = Extract<InputBlock, { readonly type: 'image' }>['source'];

function sourced(source: Source, fallback: string): Part {
  switch (source.type) {
    case 'base64':
      return mediaOf(source.data, source.media_type);
    case 'url':
      return mediaAt(source.url, fallback);
    case 'text':
      return { type: 'text', text: source.data };
    case 'file':
      throw unknownFile(source.file_id);
  }
}

function callOf(block: InputBlock): readonly ToolCall[] {
  if (block.type !== 'tool_use') return [];
  return [{ id: block.id, name: block.name, arguments: JSON.stringify(block.input) }];
}

function resultOf(block: InputBlock): readonly Message[] {
  if (block.type !== 'tool_result') return [];
  const { tool_use_id, content = '' } = block;
  return [{ role: 'tool', callId: tool_use_id, parts: contentOf(content) }];
}
