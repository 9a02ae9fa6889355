import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import type { Events, Frames } from '../format.ts';

type TextEvent = Extract<GenerationEvent, { readonly type: 'text' }>;

/** What a format writes of a stream: frames as one text, an empty one where there is none. */
export interface FrameWriter {
  /** What stands before the events of a choice. */
  begin(choice: number): string;
  /** The frames of texts that follow each other. */
  writeTexts(texts: readonly string[], choice: number): string;
  write(event: Exclude<GenerationEvent, TextEvent>, choice: number): string;
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
        const isText = event.type === 'text';
        const frame = isText ? writer.writeTexts([event.text], choice) : writer.write(event, choice);
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

/** The same without any waiting: texts that follow each other are written together, which takes a part of the time. */
function* framesAtOnce(
  choices: readonly (readonly GenerationEvent[])[],
  writer: FrameWriter,
): Generator<string, void, undefined> {
  try {
    for (const [choice, events] of choices.entries()) {
      const first = writer.begin(choice);
      if (first !== '') yield first;
      let finished = false;
      for (let at = 0; at < events.length && !finished; ) {
        const event = events[at] as GenerationEvent; // There are as many.
        const texts = textsFrom(events, at);
        const frame = event.type === 'text' ? writer.writeTexts(texts, choice) : writer.write(event, choice);
        if (frame !== '') yield frame;
        finished = event.type === 'finish';
        at += Math.max(1, texts.length);
      }
      if (!finished) return;
    }
    yield* writer.end();
  } catch (error) {
    yield writer.fail(error);
  }
}

/** Texts that are written together at most, so that what is sent in pieces is written in pieces. */
const mostTexts = 256;

/** The texts that follow each other from an event on; none where it is no text. */
function textsFrom(events: readonly GenerationEvent[], from: number): string[] {
  const texts: string[] = [];
  for (let at = from; texts.length < mostTexts; at++) {
    const event = events[at];
    if (event?.type !== 'text') break;
    texts.push(event.text);
  }
  return texts;
}
