import type { GenerationEvent } from '../backend.ts';
import type { CountTokens } from '../count-tokens.ts';
import { ModelError } from '../model-error.ts';
import type { Sleep } from '../sleep.ts';
import { type ReplyContent, toModelError } from './reply.ts';

/** The dependencies of pacing. */
export interface PaceTools {
  readonly sleep: Sleep;
  readonly countTokens: CountTokens;
}

/**
 * Passes on events at the pace of a reply: the first piece after `timeToFirstTokenMs`, each further one by its tokens
 * at `tokensPerSecond`, and the finish right after the last piece.
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
  // Timers can't wait for less than a millisecond, so shorter waits accumulate.
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
 * Passes on as many pieces as a reply sets, and then breaks off: fails, ends without a finish, or hangs until it is
 * aborted.
 *
 * @throws the reply's ModelError; the signal's reason
 */
export async function* brokenOff(
  events: AsyncIterable<GenerationEvent>,
  { after, how = 'error', error }: NonNullable<ReplyContent['breakOff']>,
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void> {
  let left = after;
  if (left > 0) {
    for await (const event of events) {
      // An answer that ends earlier must not seem complete either.
      if (event.type === 'finish') break;
      yield event;
      if (--left === 0) break;
    }
  }
  if (how === 'end') return;
  if (how === 'hang') await untilAborted(signal);
  throw error === undefined
    ? new ModelError('unavailable', 'A reply of the script breaks off the answer.')
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
