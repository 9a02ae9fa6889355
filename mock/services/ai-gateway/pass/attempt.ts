import { isBytes, isPromise } from '../../../../spec/value-kinds.ts';
import { type Soon, whenThere } from '../../../soon.ts';
import type { AskProvider, ProviderAnswer } from '../../gateway-request.ts';
import { isLastPiece, joinedFrames } from './joined-frames.ts';

/** Frames one after the other as they come, or pieces of those that are there at once. */
export type FrameIterator = AsyncIterator<string, unknown> | Iterator<string, unknown>;

/** The frames of an answer of which the first has come. */
export interface BegunFrames {
  readonly first: IteratorResult<string, unknown>;
  readonly iterator: FrameIterator;
  /** Ends the provider's work: nobody wants the rest. */
  stop(reason: unknown): void;
}

/** What an attempt came to: a whole answer, one that comes as frames, or a short one whose frames are all there. */
export type Attempted =
  | {
      readonly answer: ProviderAnswer;
      readonly body: string | Uint8Array<ArrayBuffer>;
      readonly frames?: undefined;
      readonly allFrames?: undefined;
    }
  | { readonly answer: ProviderAnswer; readonly frames?: undefined; readonly allFrames: string }
  | { readonly answer: ProviderAnswer; readonly frames: BegunFrames };

/**
 * Asks once, and waits until the first part of the answer is there.
 *
 * @param signal ends the attempt until then; the frames that follow have a `stop` of their own
 * @throws what the provider throws before the first part
 */
export function attempt(ask: AskProvider, signal: AbortSignal, streams: boolean): Soon<Attempted> {
  return streams ? attemptStream(ask, signal) : whenThere(ask(signal), (answer) => begun(answer, () => {}));
}

function attemptStream(ask: AskProvider, signal: AbortSignal): Soon<Attempted> {
  const stopping = new AbortController();
  const stop = (reason: unknown) => stopping.abort(reason);
  const onAbort = () => stop(signal.reason);
  if (signal.aborted) onAbort();
  const attempted = whenThere(ask(stopping.signal), (answer) => begun(answer, stop));
  if (!isPromise(attempted)) return attempted;
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return attempted.finally(() => signal.removeEventListener('abort', onAbort));
}

function begun(answer: ProviderAnswer, stop: BegunFrames['stop']): Soon<Attempted> {
  const { body } = answer;
  if (typeof body === 'string' || isBytes(body)) return { answer, body };
  if (Symbol.iterator in body) {
    const iterator = joinedFrames(body);
    const first = iterator.next();
    if (first.done) return { answer, allFrames: '' };
    if (isLastPiece(first.value)) return { answer, allFrames: first.value };
    return { answer, frames: { first, iterator, stop } };
  }
  const iterator = body[Symbol.asyncIterator]();
  return iterator.next().then((first) => ({ answer, frames: { first, iterator, stop } }));
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
