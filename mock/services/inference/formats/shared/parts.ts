import type { FinishReason, GenerationEvent, Usage } from '../../../../engines/models/backend.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import type { Events } from '../format.ts';

/** A piece of an answer that stands by itself: a thought, a text or a call. */
export type AnswerPart =
  | { readonly type: 'reasoning' | 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly text: string };

export interface Finish {
  readonly type: 'finish';
  readonly reason: FinishReason;
  readonly stop?: string;
  readonly usage: Usage;
}

/** Parts as they are written, one after the other: `start`, any number of `delta`, `end`; then the finish. */
export type PartEvent =
  /** `part` has no text yet. */
  | { readonly type: 'start'; readonly index: number; readonly part: AnswerPart }
  | { readonly type: 'delta'; readonly index: number; readonly part: AnswerPart; readonly text: string }
  /** `part` is whole. */
  | { readonly type: 'end'; readonly index: number; readonly part: AnswerPart }
  | Finish;

/** A part that is being written. */
interface Open {
  part: AnswerPart;
  /** Text that was not handed on yet, while parts before it are being written. */
  waiting: string;
}

/**
 * Puts events into parts that do not overlap. Pieces of several calls may come in turns; formats that write one
 * block after the other get the first call whole before the second one begins. Empty pieces say nothing, and
 * what comes after the finish is not read.
 *
 * @throws ModelError `malformed` for arguments of a call that was never begun
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
          throw new ModelError('malformed', 'The model went on with a call it never began.');
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

/** Whether nothing of a part can be missing: arguments are an object, and that shows where it ends. */
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
