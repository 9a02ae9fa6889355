import type { ToolCall } from '../../../../engines/models/backend.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import type { Events } from '../format.ts';
import { type AnswerPart, type Finish, inParts } from './parts.ts';

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
 * @throws ModelError what the engine throws, and `unavailable` where the events end without a finish
 */
export async function wholeAnswer(events: Events): Promise<WholeAnswer> {
  const parts: AnswerPart[] = [];
  for await (const event of inParts(events)) {
    if (event.type === 'end') parts.push(event.part);
    if (event.type === 'finish') return summary(parts, event);
  }
  throw new ModelError('unavailable', 'The model broke off before its answer was complete.');
}

function summary(parts: readonly AnswerPart[], finish: Finish): WholeAnswer {
  const textOf = (type: AnswerPart['type']) =>
    parts.reduce((text, part) => (part.type === type ? text + part.text : text), '');
  const calls = parts.flatMap((part) =>
    part.type === 'call' ? [{ id: part.id, name: part.name, arguments: part.text }] : [],
  );
  return { parts, reasoning: textOf('reasoning'), text: textOf('text'), calls, finish };
}
