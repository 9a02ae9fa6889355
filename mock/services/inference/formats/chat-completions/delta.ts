import type { ChatChunk } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { GenerationEvent } from '../../../../engines/models/backend.ts';

export type ChatDelta = ChatChunk['choices'][number]['delta'];

/**
 * What an event adds to a message: nothing for empty pieces. Calls stand side by side by their index, so their
 * pieces may come in turns.
 */
export function deltaOf(event: Exclude<GenerationEvent, { readonly type: 'finish' }>): ChatDelta | undefined {
  switch (event.type) {
    case 'reasoning':
      return event.text === '' ? undefined : { reasoning_content: event.text };
    case 'text':
      return event.text === '' ? undefined : { content: event.text };
    case 'tool-call': {
      const { index, id, name } = event;
      return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] };
    }
    case 'tool-arguments':
      return event.json === ''
        ? undefined
        : { tool_calls: [{ index: event.index, function: { arguments: event.json } }] };
  }
}
