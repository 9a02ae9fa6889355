import type { GenerationEvent } from '../backend.ts';
import type { CountTokens } from '../count-tokens.ts';
import { ModelError } from '../model-error.ts';
import type { Sleep } from '../sleep.ts';
import { type ReplyContent, toModelError } from './reply.ts';

/** What pacing needs of its surroundings. */
export interface PaceTools {
  readonly sleep: Sleep;
  readonly countTokens: CountTokens;
}

/**
 * Hands events on at the pace of a reply: the first piece after `timeToFirstTokenMs`, each further one after
 * as long as its tokens take at `tokensPerSecond`, and the finish right behind the last piece.
 *
 * @throws the signal's reason
 */
export async function* paced(
  events: Iterable<GenerationEvent> | AsyncIterable<GenerationEvent>,
  { timeToFirstTokenMs = 0, tokensPerSecond }: Pick<ReplyContent, 'timeToFirstTokenMs' | 'tokensPerSecond'>,
  { sleep, countTokens }: PaceTools,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  signal.throwIfAborted();
  if (timeToFirstTokenMs > 0) await sleep(timeToFirstTokenMs, signal);
  let isFirst = true;
  // Timers cannot wait for less than a millisecond, so shorter waits are saved up.
  let owedMs = 0;
  for await (const event of events) {
    const tokens = getTokens(event, countTokens);
    if (tokensPerSecond !== undefined && !isFirst) owedMs += (tokens / tokensPerSecond) * 1000;
    if (tokens > 0) isFirst = false;
    if (owedMs >= 1) {
      await sleep(owedMs, signal);
      owedMs = 0;
    }
    signal.throwIfAborted();
    yield event;
  }
}

/**
 * Hands on as many pieces as a reply says, and then breaks off: fails, ends without a finish, or hangs until
 * it is aborted.
 *
 * @throws ModelError as the reply says; the signal's reason
 */
export async function* brokenOff(
  events: AsyncIterable<GenerationEvent>,
  { after, how = 'error', error }: NonNullable<ReplyContent['breakOff']>,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  let left = after;
  if (left > 0) {
    for await (const event of events) {
      // What ends before it is broken off does not seem complete either.
      if (event.type === 'finish') break;
      yield event;
      if (--left === 0) break;
    }
  }
  if (how === 'end') return;
  if (how === 'hang') await untilAborted(signal);
  throw error === undefined
    ? new ModelError('unavailable', 'A reply of the script says that the answer breaks off.')
    : toModelError(error);
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function getTokens(event: GenerationEvent, countTokens: CountTokens): number {
  switch (event.type) {
    case 'text':
    case 'reasoning':
      return countTokens(event.text);
    case 'tool-arguments':
      return countTokens(event.json);
    default:
      return 0;
  }
}
