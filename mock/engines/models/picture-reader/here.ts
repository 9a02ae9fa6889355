import { type PictureReader, readPicture } from '../picture-codec.ts';

/** Reads pictures in the page itself, which only blocks the page's own requests. */
export const createPictureReader = (): PictureReader => readPicture;
