import { createParser } from 'eventsource-parser';
import type { Generation, GenerationEvent } from '../backend.ts';
import type { CountTokens } from '../count-tokens.ts';
import { parseJson } from '../json.ts';
import { ModelError } from '../model-error.ts';
import { ChatTranslator } from './chat-translator.ts';
import type { Exchange } from './exchange.ts';
import { parseAnswer, readAll, type Transport } from './transport.ts';
import { errorInPiece, plainText } from './upstream-error.ts';

/** Maximum size of a complete answer in place of the requested stream. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
/** How long to wait for the end of a connection after the last data, so that it can be reused. */
const DRAIN_MS = 50;

export interface GenerateTools {
  readonly transport: Transport;
  readonly countTokens: CountTokens;
  /** How long to wait for data after the finish, in milliseconds. */
  readonly endMs: number;
}

/**
 * Requests a stream from `/chat/completions`, and yields its events as they arrive. Bytes are read only on demand, so a
 * slow reader slows the upstream down.
 *
 * @param makeBody makes the body of the request
 * @throws ModelError; the signal's reason
 */
export async function* generate(
  makeBody: () => object,
  request: Generation,
  { transport, countTokens, endMs }: GenerateTools,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  const exchange = await transport.post(
    '/chat/completions',
    makeBody(),
    'text/event-stream, application/json;q=0.9',
    signal,
  );
  try {
    const translator = new ChatTranslator(request, { countTokens, newCallId });
    for await (const { events, failure } of batches(exchange, translator, endMs, signal)) {
      // A loop, because `yield*` would wait for each event of a list.
      for (const event of events) yield event;
      if (failure) throw failure.error;
    }
  } finally {
    exchange.close();
  }
}

/** The content of one piece of the response: events, and an error after them. */
interface Batch {
  readonly events: readonly GenerationEvent[];
  readonly failure: { readonly error: unknown } | undefined;
}

async function* batches(
  exchange: Exchange,
  translator: ChatTranslator,
  endMs: number,
  signal: AbortSignal,
): AsyncGenerator<Batch, void> {
  const begun = await readBeginning(exchange);
  if (begun.startsWith === '<') {
    const page = new TextDecoder().decode(begun.chunks.at(-1));
    throw new ModelError('malformed', `The upstream answered with a page: ${plainText(page)}`);
  }
  if (begun.startsWith === '{' || begun.startsWith === '[') {
    // A server without streaming: the answer is complete.
    const whole = new TextDecoder().decode(await readAll(exchange, MAX_WHOLE_BYTES, begun.chunks));
    yield getBatch((events) => {
      translator.take(parseAnswer(whole), events);
      translator.finish(true, events);
    });
    return;
  }
  const decoder = new SseDecoder();
  const chunks = begun.chunks.values();
  for (let isOver = false; !isOver; ) {
    const bytes = chunks.next().value ?? (await readOn(exchange, translator, endMs, signal));
    yield getBatch((events) => {
      const isAtEnd = bytes === undefined;
      const isDone = takeAll(isAtEnd ? decoder.end() : decoder.push(bytes), translator, events, isAtEnd);
      isOver = isAtEnd || isDone;
      if (isOver) translator.finish(isDone, events);
    });
  }
  await drain(exchange);
}

/** Events before an error count. */
function getBatch(read: (events: GenerationEvent[]) => void): Batch {
  const events: GenerationEvent[] = [];
  try {
    read(events);
  } catch (error) {
    return { events, failure: { error } };
  }
  return { events, failure: undefined };
}

/** Reads events of the stream; returns whether `[DONE]` was among them. */
function takeAll(
  sse: readonly SseEvent[],
  translator: ChatTranslator,
  events: GenerationEvent[],
  isAtEnd: boolean,
): boolean {
  for (const { event, data } of sse) {
    if (data === '[DONE]') return true;
    const error = event === 'error' ? errorOfEvent(data) : undefined;
    if (error) throw error;
    // No data; some servers send keep-alives.
    if (data === '') continue;
    // Incomplete data at the end of the stream is not invalid JSON: `finish` reports that it broke off.
    if (!isAtEnd || parseJson(data) !== undefined) translator.takeData(data, events);
  }
  return false;
}

function errorOfEvent(data: string): ModelError | undefined {
  const value = parseJson(data);
  return errorInPiece(value) ?? errorInPiece({ error: value ?? data });
}

/** The next bytes. Once the answer is complete, a failing or hanging connection is no loss. */
async function readOn(
  exchange: Exchange,
  translator: ChatTranslator,
  endMs: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (!translator.isComplete) return exchange.read();
  try {
    return await exchange.read(endMs);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Reads until there is more than white space, and detects the kind of response. */
async function readBeginning(
  exchange: Exchange,
): Promise<{ readonly chunks: readonly Uint8Array[]; readonly startsWith: string }> {
  const chunks: Uint8Array[] = [];
  // Unless the start is long and almost only white space, one chunk is enough.
  while (chunks.length < 100) {
    const chunk = await exchange.read();
    if (chunk === undefined) break;
    chunks.push(chunk);
    const first = new TextDecoder().decode(chunk).trimStart().charAt(0);
    if (first !== '') return { chunks, startsWith: first };
  }
  return { chunks, startsWith: '' };
}

async function drain(exchange: Exchange): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  try {
    for (;;) {
      const left = deadline - performance.now();
      if (left <= 0 || (await exchange.read(left)) === undefined) return;
    }
  } catch {
    // Everything relevant has arrived.
  }
}

function newCallId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `call_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** An event of a stream: its data, and its name if any. */
export interface SseEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** Maximum length of an event, in characters. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/**
 * Decodes server-sent events from bytes with arbitrary boundaries. A field `error`, which some versions of llama.cpp
 * write, becomes an event of that name.
 */
export class SseDecoder {
  readonly #text = new TextDecoder();
  /**
   * The incomplete line, in pieces. The parser could keep it, but drops those of unknown fields.
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
   * Adds bytes; returns the events that they complete.
   *
   * @throws ModelError `malformed` for an event that is too long
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

  /** The event without its final blank line, if any. @throws like `push` */
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
