import { ZstdFrames } from './zstd-frames.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Node's zlib, which pages do not have. */
const loadZlib = () => globalThis.process?.getBuiltinModule?.('node:zlib');

type Zlib = NonNullable<ReturnType<typeof loadZlib>>;

/** Passes a `zstd` body on unchanged, and fails for one that {@link ZstdFrames} refuses. */
export function zstdGuard(): TransformStream<Bytes, Bytes> {
  const frames = new ZstdFrames();
  return new TransformStream({
    transform(bytes, controller) {
      frames.read(bytes);
      controller.enqueue(bytes);
    },
    flush: () => frames.end(),
  });
}

/**
 * A decoder of guarded bytes for runtimes whose `DecompressionStream` lacks `zstd`: Node and Deno. `undefined` in
 * browsers. It decodes a whole chunk before it waits for its reader.
 */
export function zlibZstdDecoder(): TransformStream<Bytes, Bytes> | undefined {
  const zlib = loadZlib();
  if (!zlib) return undefined;
  const frames = new ZstdFrames();
  let decoder = new FrameDecoder(zlib);
  return new TransformStream({
    async transform(bytes, controller) {
      let from = 0;
      for (const end of frames.read(bytes)) {
        for (const decoded of await decoder.end(bytes.subarray(from, end))) controller.enqueue(decoded);
        decoder = new FrameDecoder(zlib);
        from = end;
      }
      for (const decoded of await decoder.write(bytes.subarray(from))) controller.enqueue(decoded);
    },
  });
}

/** Decodes one frame; Node's decoder ignores what follows its first one. */
class FrameDecoder {
  readonly #stream: ReturnType<Zlib['createZstdDecompress']>;
  #decoded: Bytes[] = [];

  constructor(zlib: Zlib) {
    this.#stream = zlib.createZstdDecompress();
    this.#stream.on('data', (decoded: Buffer<ArrayBuffer>) => this.#decoded.push(decoded));
    // `write` and `end` reject with it.
    this.#stream.on('error', () => {});
  }

  async write(bytes: Bytes): Promise<Bytes[]> {
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    return this.#take();
  }

  async end(bytes: Bytes): Promise<Bytes[]> {
    await new Promise<void>((resolve, reject) => {
      this.#stream.once('end', resolve).once('error', reject).end(bytes);
    });
    return this.#take();
  }

  #take(): Bytes[] {
    const decoded = this.#decoded;
    this.#decoded = [];
    return decoded;
  }
}
