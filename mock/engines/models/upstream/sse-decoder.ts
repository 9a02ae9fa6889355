import { createParser } from 'eventsource-parser';
import { ModelError } from '../model-error.ts';

/** An event of a stream: its data, and its name where it has one. */
export interface SseEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** The longest event, in characters. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/**
 * Decodes server-sent events from bytes that are cut anywhere. A field `error`, which some versions of
 * llama.cpp write, becomes an event of that name.
 */
export class SseDecoder {
  readonly #text = new TextDecoder();
  #events: SseEvent[] = [];
  #isTooLong = false;
  readonly #parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ event, data }) => this.#events.push({ event, data }),
    onError: ({ type, field, value }) => {
      if (type === 'max-buffer-size-exceeded') this.#isTooLong = true;
      else if (type === 'unknown-field' && field === 'error') {
        this.#events.push({ event: 'error', data: value ?? '' });
      }
    },
  });

  /**
   * Takes bytes, and gives the events that are complete with them.
   *
   * @throws ModelError `malformed` for an event that does not end
   */
  push(bytes: Uint8Array): readonly SseEvent[] {
    return this.#feed(this.#text.decode(bytes, { stream: true }));
  }

  /** The event that was begun and not ended by a blank line, when there is one. @throws as `push` */
  end(): readonly SseEvent[] {
    return this.#feed(`${this.#text.decode()}\n\n`);
  }

  #feed(text: string): readonly SseEvent[] {
    this.#events = [];
    this.#parser.feed(text);
    if (this.#isTooLong) {
      throw new ModelError('malformed', `The upstream sent an event of over ${MAX_EVENT_LENGTH} characters.`);
    }
    return this.#events;
  }
}
