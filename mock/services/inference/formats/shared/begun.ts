import type { GenerationEvent } from '../../../../engines/models/backend.ts';
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
export async function begun(events: Events): Promise<Events> {
  const iterator = events[Symbol.asyncIterator]();
  return resumed(await iterator.next(), iterator);
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
