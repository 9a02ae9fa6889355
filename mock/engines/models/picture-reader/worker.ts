import { serveWork } from '../../apart/serve-work.ts';
import { ModelError } from '../model-error.ts';
import { type ReadPicture, readPicture } from '../picture-codec.ts';

/** A picture, or the reason why it can't be read. */
async function readOrExplain(bytes: Uint8Array): Promise<ReadPicture | string> {
  try {
    return await readPicture(bytes);
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
}

serveWork(readOrExplain, (read) =>
  typeof read !== 'string' && read.data.buffer instanceof ArrayBuffer ? [read.data.buffer] : [],
);
