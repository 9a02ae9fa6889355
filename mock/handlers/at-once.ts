type Piece = Uint8Array<ArrayBuffer>;

/** A body as far as it was there at once. */
export interface Begun {
  readonly pieces: readonly Piece[];
  /** Whether that is all of it. */
  readonly isWhole: boolean;
  /** What goes on with it, and the piece that is waited for. */
  readonly reader: ReadableStreamDefaultReader<Piece>;
  readonly next: ReturnType<ReadableStreamDefaultReader<Piece>['read']>;
}

/** Turns of the queue of promises that a body may take: one that was made of a text takes three, one of a form fifteen. */
const turns = 24;

/** Pieces of a body that are looked at: who writes without end may do so at once too. */
const mostPieces = 16;

/**
 * Reads a body as far as it is there without waiting for anybody. Nothing else tells a body that was made of a text,
 * whose length can be told, from one that is written piece by piece, which has to go on as it is.
 *
 * @example
 * const { isWhole, pieces } = await readAtOnce(new Response('text').body);
 */
export async function readAtOnce(body: ReadableStream<Piece>): Promise<Begun> {
  const reader = body.getReader();
  const pieces: Piece[] = [];
  const late = afterTurns();
  for (;;) {
    const next = reader.read();
    // What fails does so for whoever reads on.
    const result = await Promise.race([next, late]).catch(() => undefined);
    if (!result || result.done || pieces.length === mostPieces || !ArrayBuffer.isView(result.value)) {
      return { pieces, isWhole: result?.done === true, reader, next };
    }
    pieces.push(result.value);
  }
}

async function afterTurns(): Promise<undefined> {
  for (let turn = 0; turn < turns; turn++) await undefined;
}

/** The whole body that was begun, as a stream. */
export function goOn({ pieces, reader, next }: Begun): ReadableStream<Piece> {
  const begun = [...pieces.map((value) => ({ done: false, value }) as const), next];
  const read = () => begun.shift() ?? reader.read();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}
