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
 * Reads an answer to its end.
 *
 * @throws ModelError what the engine throws, `malformed` for arguments of a call that was never begun, and
 * `unavailable` where the events end without a finish
 */
export async function wholeAnswer(events: Events): Promise<WholeAnswer> {
  const parts = new GatheredParts();
  for await (const event of events) {
    if (event.type === 'finish') return parts.end(event);
    parts.take(event);
  }
  throw new ModelError('unavailable', 'The model broke off before its answer was complete.');
}

type Piece = Exclude<GenerationEvent, Finish>;
type Writable<Part> = Part extends unknown ? { -readonly [Name in keyof Part]: Part[Name] } : never;

/** Parts in the order in which they were begun; pieces of calls may come in turns. */
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
