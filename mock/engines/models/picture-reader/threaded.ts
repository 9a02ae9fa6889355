import { pictureLimits as limits } from '../../../../spec/engine-limits.ts';
import { WorkError, WorkThreads } from '../../apart/work-threads.ts';
import { ModelError } from '../model-error.ts';
import { type PictureReader, type ReadPicture, readPicture } from '../picture-codec.ts';

/** Reads small pictures at once, and others in threads. */
export function createPictureReader(): PictureReader {
  const threads = new WorkThreads<Uint8Array, ReadPicture | string>(
    new URL('./worker.ts', import.meta.url),
    limits.work,
  );
  return async (bytes, signal) => {
    if (isSmall(bytes)) return readPicture(bytes);
    const read = await threads.do(bytes, signal).catch((error: unknown) => {
      if (!(error instanceof WorkError)) throw error;
      throw new ModelError('bad-input', `The picture can not be read: ${error.message}.`, { cause: error });
    });
    if (typeof read === 'string') throw new ModelError('bad-input', read);
    return read;
  };
}

/** A PNG file states its size in its header; a JPEG file must be scanned completely. */
function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length > limits.smallBytes || bytes[0] !== 0x89 || bytes.length < 24) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(16) * view.getUint32(20) <= limits.smallPixels;
}
