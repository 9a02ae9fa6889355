import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import { type BegunFrames, leave } from './attempts.ts';

/** The end of a stream: whether all of it was sent, and the part that the log stores. */
export interface StreamEnd {
  readonly whole: boolean;
  /** The beginning, as long as the log allows. */
  readonly text: string;
  /** Bytes sent. */
  readonly size: number;
}

export interface AnswerStreamOptions {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Whether the log stores the text. */
  readonly keeps: boolean;
  /** Called once, whatever ends the stream. */
  readonly onEnd: (end: StreamEnd) => void;
}

/**
 * The frames of an answer as a byte stream. It never reads ahead of its reader; when the reader cancels, the provider's
 * work ends too.
 */
export function answerStream(
  { first, iterator, stop }: BegunFrames,
  { signal, keeps, onEnd }: AnswerStreamOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next: IteratorResult<string, unknown> | undefined = first;
  let text = '';
  let size = 0;
  let ended = false;

  const end = (whole: boolean) => {
    if (ended) return;
    ended = true;
    signal.removeEventListener('abort', onAbort);
    onEnd({ whole, text, size });
  };
  const giveUp = (reason: unknown) => {
    if (ended) return;
    stop(reason);
    leave(iterator);
    end(false);
  };
  const onAbort = () => giveUp(signal.reason);

  const send = (step: IteratorResult<string, unknown>, controller: Controller) => {
    if (ended) return;
    if (step.done) {
      end(true);
      controller.close();
      return;
    }
    const bytes = encoder.encode(step.value);
    size += bytes.byteLength;
    if (keeps && text.length <= limits.logBody) text += step.value;
    controller.enqueue(bytes);
  };

  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (ended) return controller.error(signal.reason);
        try {
          const step = next ?? (await iterator.next());
          next = undefined;
          send(step, controller);
        } catch (error) {
          stop(error);
          end(false);
          controller.error(error);
        }
      },
      cancel: giveUp,
    },
    { highWaterMark: 0 },
  );
}

type Controller = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;

const encoder = new TextEncoder();
