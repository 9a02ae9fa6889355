import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import type { Soon } from '../../../../soon.ts';
import type { Events } from '../format.ts';

/**
 * Waits for the first event, so that what fails before it can still be answered with a status, and gives events
 * that begin with it. Whoever leaves before reading them has to abort the signal that the engine was given.
 *
 * @throws what the engine throws before its first event
 *
 * @example
 * const events = await begun(backend.generate(model, request, signal)); // throws: errorOf
 * return new Response(streamOf(framesOf(events, context)));
 */
export function begun(events: Events): Soon<Events> {
  if (Symbol.iterator in events) return events;
  const iterator = events[Symbol.asyncIterator]();
  return iterator.next().then((first) => resumed(first, iterator));
}

async function* resumed(
  first: IteratorResult<GenerationEvent>,
  iterator: AsyncIterator<GenerationEvent>,
): AsyncGenerator<GenerationEvent, void, undefined> {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
