import {
  type OutputItem,
  type ResponseEvent,
  type ResponseObject,
  responsesError,
} from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { ResponsesInput } from '../../../../../spec/services/inference/formats/responses/request.ts';
import type { Generation } from '../../../../engines/models/backend.ts';
import { type AnswerPart, type Finish, inParts, type PartEvent } from '../answer-parts.ts';
import type { Events, Format } from '../format.ts';
import { namedFrame } from '../frames.ts';
import { errorAnswer, getRefusal } from '../refusal.ts';
import {
  begunResponse,
  endedResponse,
  getAnswer,
  type ItemStatus,
  incompleteReason,
  itemId,
  nothing,
  type ReasoningForm,
  type ResponsesContext,
  reasoningForm,
  summaryPart,
  textPart,
  thoughtPart,
  toItem,
} from './response.ts';
import { type Kept, toGeneration } from './to-generation.ts';

/** The format of `/ai/v1/responses`, which can continue stored responses. */
interface ResponsesFormat extends Format<ResponsesInput, ResponsesContext, ResponseObject> {
  toGeneration(body: ResponsesInput, kept?: Kept): Generation;
}

/** The format of `/ai/v1/responses`: Cloudflare Workers types. */
export const responsesFormat: ResponsesFormat = {
  toGeneration,
  getAnswer,
  getFrames,
  getError: (error, model) => errorAnswer('responses', error, model),
};

/**
 * A response as a stream: Cloudflare Workers types. Events are numbered from 0; the last one is `response.completed` or
 * `response.incomplete`. An error ends the stream with `error`, which clients throw, and not with `response.failed`,
 * which they return as an answer.
 */
async function* getFrames(
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
    const { status, message } = getRefusal(error, context.model);
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
    output.push(toItem(ended.part, place.item_id, status, form));
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
        // The next event shows whether the item was cut off.
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

/** An event without its number. */
type Unnumbered = ResponseEvent extends infer Each
  ? Each extends ResponseEvent
    ? Omit<Each, 'sequence_number'>
    : never
  : never;

/** Position of an item, and the form of its reasoning. */
interface ItemPlace {
  readonly output_index: number;
  readonly item_id: string;
  readonly form: ReasoningForm;
}

/** The events that start an item: Cloudflare Workers types. */
function beginning(part: AnswerPart, { output_index, item_id, form }: ItemPlace): readonly Unnumbered[] {
  const item = toItem(part, item_id, 'in_progress', form);
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
function addition(part: AnswerPart, delta: string, { output_index, item_id, form }: ItemPlace): Unnumbered {
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
function ending(
  part: AnswerPart,
  status: Exclude<ItemStatus, 'in_progress'>,
  { output_index, item_id, form }: ItemPlace,
): readonly Unnumbered[] {
  const item = toItem(part, item_id, status, form);
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
