import type { FinishReason, GenerationEvent, ToolCall, Usage } from '../../../engines/models/backend.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import type { Events } from './format.ts';

/** A self-contained part of an answer: a thought, a text or a call. */
export type AnswerPart =
  | { readonly type: 'reasoning' | 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly text: string };

export interface Finish {
  readonly type: 'finish';
  readonly reason: FinishReason;
  readonly stop?: string;
  readonly usage: Usage;
}

/** Events of parts in sequence: `start`, any number of `delta`, `end`; then the finish. */
export type PartEvent =
  /** `part` has no text yet. */
  | { readonly type: 'start'; readonly index: number; readonly part: AnswerPart }
  | { readonly type: 'delta'; readonly index: number; readonly part: AnswerPart; readonly text: string }
  /** `part` is complete. */
  | { readonly type: 'end'; readonly index: number; readonly part: AnswerPart }
  | Finish;

/** A part that is not complete yet. */
interface Open {
  part: AnswerPart;
  /** Text held back while earlier parts are open. */
  waiting: string;
}

/**
 * Turns events into parts that do not overlap. Pieces of several calls may be interleaved; a format that writes one
 * block after the other gets the first call complete before the second one starts. Ignores empty pieces, and everything
 * after the finish.
 *
 * @throws ModelError `malformed` for arguments of a call that never started
 *
 * @example
 * for await (const event of inParts(events)) if (event.type === 'delta') process(event.text);
 */
export async function* inParts(events: Events): AsyncGenerator<PartEvent, void, undefined> {
  const queue: Open[] = [];
  const calls = new Map<number, Open>();
  let index = 0;

  function* advance(toEnd: boolean): Generator<PartEvent, void, undefined> {
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      if (head.waiting !== '') {
        const text = head.waiting;
        head.waiting = '';
        head.part = { ...head.part, text: head.part.text + text };
        yield { type: 'delta', index, part: head.part, text };
      }
      if (!toEnd && (queue.length === 1 || !isWhole(head.part))) return;
      yield { type: 'end', index, part: head.part };
      queue.shift();
      index++;
      const next = queue[0];
      if (next !== undefined) yield { type: 'start', index, part: next.part };
    }
  }

  function* add(part: AnswerPart, waiting: string): Generator<PartEvent, Open, undefined> {
    const open: Open = { part, waiting };
    queue.push(open);
    if (queue.length === 1) yield { type: 'start', index, part };
    yield* advance(false);
    return open;
  }

  for await (const event of events) {
    switch (event.type) {
      case 'finish':
        yield* advance(true);
        yield event;
        return;
      case 'tool-call': {
        const { id, name } = event;
        calls.set(event.index, yield* add({ type: 'call', id, name, text: '' }, ''));
        break;
      }
      case 'tool-arguments': {
        const call = calls.get(event.index);
        if (call === undefined)
          throw new ModelError('malformed', 'The model sent arguments of a call that it never started.');
        call.waiting += event.json;
        yield* advance(false);
        break;
      }
      default:
        yield* addText(event);
    }
  }

  function* addText(event: Extract<GenerationEvent, { readonly text: string }>) {
    const last = queue.at(-1);
    if (event.text === '') return;
    if (last?.part.type === event.type) {
      last.waiting += event.text;
      yield* advance(false);
    } else {
      yield* add({ type: event.type, text: '' }, event.text);
    }
  }
}

/** Whether a part is complete: a call's arguments are an object, which shows its own end. */
function isWhole(part: AnswerPart): boolean {
  if (part.type !== 'call') return true;
  if (!part.text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(part.text);
    return true;
  } catch {
    return false;
  }
}

/** A complete answer. */
export interface WholeAnswer {
  /** In the order of their start. */
  readonly parts: readonly AnswerPart[];
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly finish: Finish;
}

/**
 * Reads an answer to its end.
 *
 * @throws ModelError any error of the engine, `malformed` for arguments of a call that never started, and `unavailable`
 * when the events end without a finish
 */
export async function wholeAnswer(events: Events): Promise<WholeAnswer> {
  const parts = new GatheredParts();
  for await (const event of events) {
    if (event.type === 'finish') return parts.end(event);
    parts.take(event);
  }
  throw new ModelError('unavailable', 'The model stopped before its answer was complete.');
}

type Piece = Exclude<GenerationEvent, Finish>;
type Writable<Part> = Part extends unknown ? { -readonly [Name in keyof Part]: Part[Name] } : never;

/** Parts in the order of their start; pieces of calls may be interleaved. */
class GatheredParts {
  readonly #parts: Writable<AnswerPart>[] = [];
  /** By their index. */
  readonly #calls = new Map<number, Writable<AnswerPart>>();

  take(piece: Piece): void {
    switch (piece.type) {
      case 'tool-call': {
        const call = { type: 'call', id: piece.id, name: piece.name, text: '' } as const;
        this.#calls.set(piece.index, this.#begin(call));
        break;
      }
      case 'tool-arguments': {
        const call = this.#calls.get(piece.index);
        if (call === undefined)
          throw new ModelError('malformed', 'The model sent arguments of a call that it never started.');
        call.text += piece.json;
        break;
      }
      default: {
        const { type, text } = piece;
        if (text === '') return;
        const last = this.#parts.at(-1);
        if (last?.type === type) last.text += text;
        else this.#begin({ type, text });
      }
    }
  }

  end(finish: Finish): WholeAnswer {
    const calls: ToolCall[] = [];
    let reasoning = '';
    let text = '';
    for (const part of this.#parts) {
      if (part.type === 'call') calls.push({ id: part.id, name: part.name, arguments: part.text });
      else if (part.type === 'text') text += part.text;
      else reasoning += part.text;
    }
    return { parts: this.#parts, reasoning, text, calls, finish };
  }

  #begin(part: Writable<AnswerPart>): Writable<AnswerPart> {
    this.#parts.push(part);
    return part;
  }
}

/**
 * Waits for the first event, so that an earlier failure can still become an error status, and returns all events. A
 * caller that doesn't read them must abort the engine's signal.
 *
 * @throws any error of the engine before its first event
 *
 * @example
 * const events = await begun(backend.generate(model, request, signal)); // throws: getError
 * return new Response(getStream(getFrames(events, context)));
 */
export async function begun(events: Events): Promise<Events> {
  const iterator = events[Symbol.asyncIterator]();
  return resumed(await iterator.next(), iterator);
}

async function* resumed(
  first: IteratorResult<GenerationEvent>,
  iterator: AsyncIterator<GenerationEvent>,
): AsyncGenerator<GenerationEvent, void, undefined> {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/**
 * Parses the arguments of a call, for formats that return an object. Arguments that were cut off, or are no object,
 * become an empty object.
 *
 * @example
 * readArguments('{"city":"Rome"}') // { city: 'Rome' }
 * readArguments('{"city":"Ro') // {}
 */
export function readArguments(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
