import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import type { Events, Frames } from '../format.ts';

/** What a format writes of a stream: a text is one frame or several, an empty one none. */
export interface FrameWriter {
  /** What stands before the events of a choice. */
  begin(choice: number): string;
  write(event: GenerationEvent, choice: number): string;
  /** What stands after all choices. */
  end(): readonly string[];
  /** What tells a client of a failure; nothing follows. */
  fail(error: unknown): string;
}

/**
 * The frames of one answer, or of several choices one after the other. A choice ends with its finish; one that
 * breaks off without any ends the stream there, for whoever reads it to see.
 */
export function writeFrames(choices: readonly Events[], writer: FrameWriter): Frames {
  const there = choices.filter((events) => Symbol.iterator in events);
  return there.length === choices.length ? framesAtOnce(there, writer) : framesAsTheyCome(choices, writer);
}

async function* framesAsTheyCome(
  choices: readonly Events[],
  writer: FrameWriter,
): AsyncGenerator<string, void, undefined> {
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

/** The same without any waiting. */
function* framesAtOnce(
  choices: readonly (readonly GenerationEvent[])[],
  writer: FrameWriter,
): Generator<string, void, undefined> {
  try {
    for (const [choice, events] of choices.entries()) {
      const first = writer.begin(choice);
      if (first !== '') yield first;
      let finished = false;
      for (const event of events) {
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
