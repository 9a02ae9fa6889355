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
  /**
   * The line that has not ended, in pieces. The parser could keep it, but drops those of no field it knows.
   */
  #line: string[] = [];
  #lineLength = 0;
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
    const text = this.#text.decode(bytes, { stream: true });
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    if (end > 0) {
      const lines = this.#line.join('') + text.slice(0, end);
      this.#line = [];
      this.#lineLength = 0;
      this.#feed(lines);
    } else {
      this.#events = [];
    }
    this.#line.push(text.slice(end));
    this.#lineLength += text.length - end;
    this.#isTooLong ||= this.#lineLength > MAX_EVENT_LENGTH;
    return this.#checked();
  }

  /** The event that was begun and not ended by a blank line, when there is one. @throws as `push` */
  end(): readonly SseEvent[] {
    this.#feed(`${this.#line.join('')}${this.#text.decode()}\n\n`);
    return this.#checked();
  }

  #feed(text: string): void {
    this.#events = [];
    this.#parser.feed(text);
  }

  #checked(): readonly SseEvent[] {
    if (this.#isTooLong) {
      throw new ModelError('malformed', `The upstream sent an event of over ${MAX_EVENT_LENGTH} characters.`);
    }
    return this.#events;
  }
}
