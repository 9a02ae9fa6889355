import type { GenerationEvent } from '../../../engines/models/backend.ts';
import type { Events } from './format.ts';

/**
 * A frame without a name: the chat-completions and native formats.
 *
 * @example
 * dataFrame({ response: 'He' }) // 'data: {"response":"He"}\n\n'
 */
export function dataFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/**
 * A frame named after the type of its data, which clients of the responses and messages formats require.
 *
 * @example
 * namedFrame({ type: 'ping' }) // 'event: ping\ndata: {"type":"ping"}\n\n'
 */
export function namedFrame<Data extends { readonly type: string }>(data: Data): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The frame that ends a stream and is no JSON, such as `[DONE]`. */
export function endFrame(end: string): string {
  return `data: ${end}\n\n`;
}

/** The format-specific parts of a stream: each returns frames as one text, or an empty text. */
export interface FrameWriter {
  /** Written before the events of a choice. */
  begin(choice: number): string;
  write(event: GenerationEvent, choice: number): string;
  /** Written after all choices. */
  end(): readonly string[];
  /** The error frame, which ends the stream. */
  fail(error: unknown): string;
}

/**
 * The frames of one answer, or of several choices one after the other. A choice ends with its finish; without one, the
 * stream ends there.
 */
export async function* writeFrames(choices: readonly Events[], writer: FrameWriter): AsyncGenerator<string> {
  try {
    for (const [choice, events] of choices.entries()) {
      const first = writer.begin(choice);
      if (first !== '') yield first;
      let finished = false;
      for await (const event of events) {
        const frame = writer.write(event, choice);
        if (frame !== '') yield frame;
        finished = event.type === 'finish';
        if (finished) break;
      }
      if (!finished) return;
    }
    yield* writer.end();
  } catch (error) {
    yield writer.fail(error);
  }
}
