import { type ResponseEvent, responseFinalTypes } from './events.ts';

/** What is known of an item while its events come. */
interface OpenItem {
  readonly id: string;
  readonly parts: Map<number, string>;
  text: string;
  open: boolean;
}

const isFinal = (type: string) => (responseFinalTypes as readonly string[]).includes(type); // a wider question

/**
 * What is wrong with the order of a response's events, each of which fits its schema: fact sheet inference,
 * section 3.
 *
 * @returns one sentence for each fault, none where all is well
 */
export function responseStreamProblems(events: readonly ResponseEvent[]): string[] {
  const problems: string[] = [];
  const items = new Map<number, OpenItem>();
  let sequence = -1;
  for (const [at, event] of events.entries()) {
    const say = (problem: string) => problems.push(`event ${at}, ${event.type}: ${problem}`);
    if (event.sequence_number <= sequence) say(`sequence_number ${event.sequence_number} does not grow`);
    sequence = event.sequence_number;
    if (at === 0 && event.type !== 'response.created' && event.type !== 'error')
      say('is not response.created');
    if (isFinal(event.type) && at !== events.length - 1) say('is not the last');
    if ('output_index' in event) itemProblems(event, items).forEach(say);
    if ('response' in event && isFinal(event.type)) {
      if (event.response.output.length !== items.size) say('the response has other items than the stream');
      for (const [index, item] of items) if (item.open) say(`item ${index} is not done`);
    }
  }
  if (!isFinal(events.at(-1)?.type ?? '')) problems.push('the stream ends without a final event');
  return problems;
}

type ItemEvent = Extract<ResponseEvent, { output_index: number }>;

function itemProblems(event: ItemEvent, items: Map<number, OpenItem>): string[] {
  const { output_index: index } = event;
  if (event.type === 'response.output_item.added') {
    const known = items.has(index) || index !== items.size;
    items.set(index, { id: event.item.id, parts: new Map(), text: '', open: true });
    return known ? [`index ${index} is not the next`] : [];
  }
  const item = items.get(index);
  if (!item?.open) return [`item ${index} was not added, or is done`];
  if (event.type === 'response.output_item.done') {
    item.open = false;
    return event.item.id === item.id ? [] : [`item ${index} was added as ${item.id}`];
  }
  const problems = event.item_id === item.id ? [] : [`item ${index} was added as ${item.id}`];
  return [...problems, ...contentProblems(event, item)];
}

type ContentEvent = Exclude<
  ItemEvent,
  { type: 'response.output_item.added' } | { type: 'response.output_item.done' }
>;

function contentProblems(event: ContentEvent, item: OpenItem): string[] {
  switch (event.type) {
    case 'response.content_part.added':
      item.parts.set(event.content_index, '');
      return [];
    case 'response.output_text.delta':
    case 'response.refusal.delta': {
      const text = item.parts.get(event.content_index);
      item.parts.set(event.content_index, (text ?? '') + event.delta);
      return text === undefined ? [`part ${event.content_index} was not added`] : [];
    }
    case 'response.output_text.done':
      return item.parts.get(event.content_index) === event.text ? [] : ['the deltas make another text'];
    case 'response.function_call_arguments.delta':
      item.text += event.delta;
      return [];
    case 'response.function_call_arguments.done':
      return item.text === event.arguments ? [] : ['the deltas make other arguments'];
    default:
      return [];
  }
}
