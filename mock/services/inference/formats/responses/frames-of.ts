import {
  type OutputItem,
  type ResponseObject,
  responsesError,
} from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { Events } from '../format.ts';
import { namedFrame } from '../shared/frame.ts';
import { type Finish, inParts, type PartEvent } from '../shared/parts.ts';
import { refusalOf } from '../shared/refusal.ts';
import { nothing, reasoningForm } from './answer-of.ts';
import { addition, beginning, ending, type ItemPlace, type Unnumbered } from './item-events.ts';
import { itemId, itemOf } from './output-item.ts';
import { begunResponse, endedResponse, incompleteReason, type ResponsesContext } from './response-object.ts';

/**
 * A response as a stream: fact sheet inference, section 3. All events are numbered from 0; the last one is
 * `response.completed` or `response.incomplete`. What breaks the stream ends it with `error`, which clients
 * throw, and not with `response.failed`, which they hand on as an answer.
 */
export async function* framesOf(
  events: Events,
  context: ResponsesContext,
): AsyncGenerator<string, void, undefined> {
  let sequence_number = 0;
  const frame = (event: Unnumbered) => {
    const { type, ...rest } = event;
    return namedFrame({ type, sequence_number: sequence_number++, ...rest });
  };
  try {
    for await (const event of responseEvents(events, context)) yield frame(event);
  } catch (error) {
    context.failed?.(error);
    const { status, message } = refusalOf(error, context.model);
    const { code } = responsesError(status, message).error;
    yield frame({ type: 'error', code, message, param: null });
  }
}

async function* responseEvents(
  events: Events,
  context: ResponsesContext,
): AsyncGenerator<Unnumbered, void, undefined> {
  const begun = begunResponse(context);
  yield { type: 'response.created', response: begun };
  yield { type: 'response.in_progress', response: begun };
  const form = reasoningForm(context);
  const output: OutputItem[] = [];
  let place: ItemPlace = { output_index: 0, item_id: '', form };
  let ended: Extract<PartEvent, { readonly type: 'end' }> | undefined;

  function* end(finish?: Finish): Generator<Unnumbered, void, undefined> {
    if (ended === undefined) return;
    const cutOff = finish !== undefined && incompleteReason(finish) !== undefined;
    const status = cutOff ? 'incomplete' : 'completed';
    yield* ending(ended.part, status, place);
    output.push(itemOf(ended.part, place.item_id, status, form));
    ended = undefined;
  }

  for await (const event of atLeastOne(inParts(events))) {
    switch (event.type) {
      case 'start':
        yield* end();
        place = { output_index: event.index, item_id: itemId(event.part, context), form };
        yield* beginning(event.part, place);
        break;
      case 'delta':
        yield addition(event.part, event.text, place);
        break;
      case 'end':
        // Whether the item was cut off, only the event after it tells.
        ended = event;
        break;
      case 'finish':
        yield* end(event);
        yield finalEvent(endedResponse(begun, output, event, context.now()), context);
    }
  }
}

function finalEvent(response: ResponseObject, context: ResponsesContext): Unnumbered {
  context.answered?.(response);
  const type = response.status === 'completed' ? 'response.completed' : 'response.incomplete';
  return { type, response };
}

/** See {@link nothing}. */
async function* atLeastOne(events: AsyncIterable<PartEvent>): AsyncGenerator<PartEvent, void, undefined> {
  let empty = true;
  for await (const event of events) {
    if (event.type === 'finish' && empty) {
      yield { type: 'start', index: 0, part: nothing };
      yield { type: 'end', index: 0, part: nothing };
    }
    empty = false;
    yield event;
  }
}
