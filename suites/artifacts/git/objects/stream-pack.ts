import { createHash } from 'node:crypto';
import { createInflate } from 'node:zlib';
import { ConformanceFailure } from '../../../harness/errors.ts';
import { ByteSource, getText, toHex } from './bytes.ts';
import { objectTypes } from './git-object.ts';

/**
 * The ids of a pack's objects, read as a stream and validated as `readPack` does. The objects must not be deltas, for
 * instance those of one commit with one file.
 *
 * @throws ConformanceFailure if the pack is invalid
 */
export async function idsOfPack(pieces: AsyncIterable<Uint8Array>): Promise<ReadonlySet<string>> {
  const source = new ByteSource(pieces);
  const head = source.count(await source.take(12));
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (getText(head.subarray(0, 4)) !== 'PACK' || view.getUint32(4) !== 2) {
    throw new ConformanceFailure(`No pack of version 2 was sent, but ${JSON.stringify(getText(head))}`);
  }
  const ids = new Set<string>();
  for (let left = view.getUint32(8); left > 0; left--) ids.add(await idOfNext(source));
  const sum = source.sum();
  if (toHex(await source.take(20)) !== sum) throw new ConformanceFailure('The checksum of the pack is wrong');
  if (await source.some()) throw new ConformanceFailure('The pack has bytes after its objects');
  return ids;
}

async function idOfNext(source: ByteSource): Promise<string> {
  const next = async () => source.count(await source.take(1))[0] ?? 0;
  let byte = await next();
  const type = objectTypes[((byte >> 4) & 7) - 1];
  let size = byte & 15;
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = await next();
    size += (byte & 0x7f) * factor;
  }
  if (!type) throw new ConformanceFailure('The pack has a delta');
  const hash = createHash('sha1').update(`${type} ${size}\0`);
  let length = 0;
  await inflateNext(source, (piece) => {
    hash.update(piece);
    length += piece.length;
  });
  if (length !== size) throw new ConformanceFailure(`An object has ${length} bytes, not ${size}`);
  return hash.digest('hex');
}

/** Inflates the next object, and leaves the bytes after it. */
async function inflateNext(source: ByteSource, take: (piece: Uint8Array) => void): Promise<void> {
  const inflate = createInflate({ chunkSize: 131_072 });
  const failed = new Promise<never>((_, reject) => {
    inflate.on('error', (cause) =>
      reject(new ConformanceFailure("The pack has an object that can't be inflated", { cause })),
    );
  });
  failed.catch(() => {});
  const ended = new Promise<void>((resolve) => {
    inflate.on('end', resolve);
  });
  inflate.on('data', take);
  for (let given = 0; ; ) {
    const piece = await source.some();
    if (!piece) throw new ConformanceFailure('The pack ends within an object');
    given += piece.length;
    await Promise.race([new Promise<void>((resolve) => inflate.write(piece, () => resolve())), failed]);
    // The bytes it does not consume follow the object.
    const rest = given - inflate.bytesWritten;
    source.count(piece.subarray(0, piece.length - rest));
    if (rest === 0) continue;
    source.back(piece.subarray(piece.length - rest));
    inflate.end();
    await Promise.race([ended, failed]);
    return;
  }
}
