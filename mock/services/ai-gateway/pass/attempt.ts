import type { AskProvider, ProviderAnswer } from '../../gateway-request.ts';

/** Frames one after the other, as they come or all at once. */
export type FrameIterator = AsyncIterator<string, unknown> | Iterator<string, unknown>;

/** The frames of an answer of which the first has come. */
export interface BegunFrames {
  readonly first: IteratorResult<string, unknown>;
  readonly iterator: FrameIterator;
  /** Ends the provider's work: nobody wants the rest. */
  stop(reason: unknown): void;
}

/** What an attempt came to: a whole answer, or one that comes as frames. */
export type Attempted =
  | {
      readonly answer: ProviderAnswer;
      readonly body: string | Uint8Array<ArrayBuffer>;
      readonly frames?: undefined;
    }
  | { readonly answer: ProviderAnswer; readonly frames: BegunFrames };

/**
 * Asks once, and waits until the first part of the answer is there.
 *
 * @param signal ends the attempt until then; the frames that follow have a `stop` of their own
 * @throws what the provider throws before the first part
 */
export async function attempt(ask: AskProvider, signal: AbortSignal): Promise<Attempted> {
  const stopping = new AbortController();
  const stop = (reason: unknown) => stopping.abort(reason);
  const onAbort = () => stop(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await ask(stopping.signal);
    const { body } = answer;
    if (typeof body === 'string' || body instanceof Uint8Array) return { answer, body };
    const iterator = Symbol.iterator in body ? body[Symbol.iterator]() : body[Symbol.asyncIterator]();
    return { answer, frames: { first: await iterator.next(), iterator, stop } };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Ends an attempt that nobody waits for any more. */
export function discard({ frames }: Attempted, reason: unknown): void {
  if (frames === undefined) return;
  frames.stop(reason);
  leave(frames.iterator);
}

/** Lets go of an iterator, which may still be busy with its last step. */
export function leave(iterator: FrameIterator): void {
  // What it throws while it is let go of concerns nobody.
  Promise.resolve(iterator.return?.()).catch(() => {});
}
