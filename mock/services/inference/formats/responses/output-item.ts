import type { OutputItem } from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { AnswerContext } from '../format.ts';
import type { AnswerPart } from '../shared/parts.ts';

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** In which form a thought is told: as it is, or as the summary that the request asked for. */
export type ReasoningForm = 'content' | 'summary';

const prefixes = { text: 'msg', reasoning: 'rs', call: 'fc' } as const;

/** A new id for the item that a part becomes. */
export function itemId(part: AnswerPart, context: AnswerContext): string {
  return `${prefixes[part.type]}_${context.newId()}`;
}

/** A part as an item of the output; one in progress has no content yet. */
export function itemOf(part: AnswerPart, id: string, status: ItemStatus, form: ReasoningForm): OutputItem {
  const begun = status !== 'in_progress';
  switch (part.type) {
    case 'text':
      return { type: 'message', id, role: 'assistant', status, content: begun ? [textPart(part.text)] : [] };
    case 'call':
      return { type: 'function_call', id, call_id: part.id, name: part.name, arguments: part.text, status };
    case 'reasoning':
      return form === 'content'
        ? { type: 'reasoning', id, summary: [], content: begun ? [thoughtPart(part.text)] : [], status }
        : { type: 'reasoning', id, summary: begun ? [summaryPart(part.text)] : [], status };
  }
}

export const textPart = (text: string) => ({
  type: 'output_text' as const,
  text,
  annotations: [],
  logprobs: [],
});

export const thoughtPart = (text: string) => ({ type: 'reasoning_text' as const, text });

export const summaryPart = (text: string) => ({ type: 'summary_text' as const, text });
