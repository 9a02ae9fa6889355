import type { ResponseEvent } from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { AnswerPart } from '../shared/parts.ts';
import {
  type ItemStatus,
  itemOf,
  type ReasoningForm,
  summaryPart,
  textPart,
  thoughtPart,
} from './output-item.ts';

/** An event before it has its number. */
export type Unnumbered = ResponseEvent extends infer Each
  ? Each extends ResponseEvent
    ? Omit<Each, 'sequence_number'>
    : never
  : never;

/** Where an item stands, and in which form its thoughts are told. */
export interface ItemPlace {
  readonly output_index: number;
  readonly item_id: string;
  readonly form: ReasoningForm;
}

/** The events that begin an item: fact sheet inference, section 3. */
export function beginning(
  part: AnswerPart,
  { output_index, item_id, form }: ItemPlace,
): readonly Unnumbered[] {
  const item = itemOf(part, item_id, 'in_progress', form);
  const added: Unnumbered = { type: 'response.output_item.added', output_index, item };
  const place = { item_id, output_index, content_index: 0 };
  switch (part.type) {
    case 'call':
      return [added];
    case 'text':
      return [added, { type: 'response.content_part.added', ...place, part: textPart('') }];
    case 'reasoning':
      return form === 'content'
        ? [added, { type: 'response.content_part.added', ...place, part: thoughtPart('') }]
        : [
            added,
            {
              type: 'response.reasoning_summary_part.added',
              item_id,
              output_index,
              summary_index: 0,
              part: summaryPart(''),
            },
          ];
  }
}

/** The event that adds to an item. */
export function addition(
  part: AnswerPart,
  delta: string,
  { output_index, item_id, form }: ItemPlace,
): Unnumbered {
  const place = { item_id, output_index, content_index: 0 };
  switch (part.type) {
    case 'call':
      return { type: 'response.function_call_arguments.delta', item_id, output_index, delta };
    case 'text':
      return { type: 'response.output_text.delta', ...place, delta, logprobs: [] };
    case 'reasoning':
      return form === 'content'
        ? { type: 'response.reasoning_text.delta', ...place, delta }
        : { type: 'response.reasoning_summary_text.delta', item_id, output_index, summary_index: 0, delta };
  }
}

/** The events that end an item. */
export function ending(
  part: AnswerPart,
  status: Exclude<ItemStatus, 'in_progress'>,
  { output_index, item_id, form }: ItemPlace,
): readonly Unnumbered[] {
  const item = itemOf(part, item_id, status, form);
  const done: Unnumbered = { type: 'response.output_item.done', output_index, item };
  const place = { item_id, output_index, content_index: 0 };
  const { text } = part;
  switch (part.type) {
    case 'call': {
      const { name } = part;
      const whole = { item_id, output_index, name, arguments: text };
      return [{ type: 'response.function_call_arguments.done', ...whole }, done];
    }
    case 'text':
      return [
        { type: 'response.output_text.done', ...place, text, logprobs: [] },
        { type: 'response.content_part.done', ...place, part: textPart(text) },
        done,
      ];
    case 'reasoning': {
      const ofSummary = { item_id, output_index, summary_index: 0 };
      return form === 'content'
        ? [
            { type: 'response.reasoning_text.done', ...place, text },
            { type: 'response.content_part.done', ...place, part: thoughtPart(text) },
            done,
          ]
        : [
            { type: 'response.reasoning_summary_text.done', ...ofSummary, text },
            { type: 'response.reasoning_summary_part.done', ...ofSummary, part: summaryPart(text) },
            done,
          ];
    }
  }
}
