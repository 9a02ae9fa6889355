import { keepAlivePacket } from './push-report.ts';

/** Milliseconds without a byte after which Git sends a sign of life. */
const SILENCE_MS = 5_000;

/** A body that can be asked when it is at its end. */
export class EndingBody implements AsyncIterable<Uint8Array> {
  /** Resolves once the body was read to its end, or nobody wants more of it. */
  readonly ended: Promise<void>;
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #end: () => void;

  constructor(body: AsyncIterable<Uint8Array>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#body = body;
    this.#end = resolve;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      yield* this.#body;
    } finally {
      this.#end();
    }
  }
}

/**
 * An answer that takes its time: once the request was sent and nothing was said for a while, it begins with packets
 * of the second side-band that hold nothing, so that nobody on the way takes the connection for dead.
 *
 * @param sent resolves when nothing of the request is left to send
 */
export async function keepAlive(
  work: Promise<Uint8Array>,
  sent: Promise<void>,
  silence: number = SILENCE_MS,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const soon = await Promise.race([work, sent.then(() => within(work, silence))]);
  if (soon !== undefined) return soon;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(keepAlivePacket());
    },
    async pull(controller) {
      const answer = await within(work, silence);
      controller.enqueue(answer ?? keepAlivePacket());
      if (answer !== undefined) controller.close();
    },
  });
}

/** What the work comes to, or nothing when that takes longer. */
async function within(work: Promise<Uint8Array>, ms: number): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
