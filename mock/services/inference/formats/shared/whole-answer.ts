import type { GenerationEvent, ToolCall } from '../../../../engines/models/backend.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import type { Events } from '../format.ts';
import type { AnswerPart, Finish } from './parts.ts';

/** An answer when all of it is there. */
export interface WholeAnswer {
  /** In the order in which they were written. */
  readonly parts: readonly AnswerPart[];
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly finish: Finish;
}

/**
 * Waits for all of an answer.
 *
 * @throws ModelError what the engine throws, `malformed` for arguments of a call that was never begun, and
 * `unavailable` where the events end without a finish
 */
export async function wholeAnswer(events: Events): Promise<WholeAnswer> {
  const gathered = new GatheredParts();
  if (Symbol.iterator in events) {
    for (const event of events) {
      if (event.type === 'finish') return gathered.end(event);
      gathered.take(event);
    }
  } else {
    for await (const event of events) {
      if (event.type === 'finish') return gathered.end(event);
      gathered.take(event);
    }
  }
  throw new ModelError('unavailable', 'The model broke off before its answer was complete.');
}

type Piece = Exclude<GenerationEvent, Finish>;
type Writable<Part> = { -readonly [Name in keyof Part]: Part[Name] };

/** Parts in the order in which they were begun; pieces of calls may come in turns. */
class GatheredParts {
  readonly #parts: Writable<AnswerPart>[] = [];
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
          throw new ModelError('malformed', 'The model went on with a call it never began.');
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
    const parts = this.#parts;
    const textOf = (type: AnswerPart['type']) =>
      parts.reduce((text, part) => (part.type === type ? text + part.text : text), '');
    const calls = parts.flatMap((part) =>
      part.type === 'call' ? [{ id: part.id, name: part.name, arguments: part.text }] : [],
    );
    return { parts, reasoning: textOf('reasoning'), text: textOf('text'), calls, finish };
  }

  #begin(part: Writable<AnswerPart>): Writable<AnswerPart> {
    this.#parts.push(part);
    return part;
  }
}
