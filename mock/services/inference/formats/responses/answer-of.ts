import type { ResponseObject } from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { Events } from '../format.ts';
import type { AnswerPart } from '../shared/parts.ts';
import { wholeAnswer } from '../shared/whole-answer.ts';
import { itemId, itemOf, type ReasoningForm } from './output-item.ts';
import { begunResponse, endedResponse, incompleteReason, type ResponsesContext } from './response-object.ts';

/** A message that says nothing stands where a model says nothing at all: responses always have an output. */
export const nothing: AnswerPart = { type: 'text', text: '' };

/** Thoughts are told as they are unless a summary of them was asked for. */
export function reasoningForm({ request }: ResponsesContext): ReasoningForm {
  return request.reasoning?.summary ? 'summary' : 'content';
}

/**
 * A whole response: fact sheet inference, section 2.5. It is incomplete where the tokens did not suffice or the
 * content was filtered, and so is its last item.
 *
 * @throws ModelError see `Format.answerOf`
 */
export async function answerOf(events: Events, context: ResponsesContext): Promise<ResponseObject> {
  const begun = begunResponse(context);
  const { parts, finish } = await wholeAnswer(events);
  const all = parts.length === 0 ? [nothing] : parts;
  const lastStatus = incompleteReason(finish) === undefined ? 'completed' : 'incomplete';
  const form = reasoningForm(context);
  const output = all.map((part, index) =>
    itemOf(part, itemId(part, context), index === all.length - 1 ? lastStatus : 'completed', form),
  );
  const response = endedResponse(begun, output, finish, context.now());
  context.answered?.(response);
  return response;
}
