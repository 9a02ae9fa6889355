import { type PictureReader, readPicture } from '../picture-codec.ts';

/** Pictures are read in the page itself, whose own requests are all that wait. */
export const createPictureReader = (): PictureReader => readPicture;
