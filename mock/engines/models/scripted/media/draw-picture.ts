import type { Model, Picture } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { hashTexts } from './hash.ts';
import type { MediaOptions } from './options.ts';
import { encodeJpeg } from './picture/encode-jpeg.ts';
import { encodePng } from './picture/encode-png.ts';
import { paint } from './picture/paint.ts';
import { readScene } from './picture/scene.ts';

/** Pixels of a side. */
const maxSide = 2048;

/**
 * Draws a prompt: the shapes, colours, numbers and places it names, on the background it names; words that are no
 * shapes become a figure each. The prompt, what is not wanted, the seeds and the model all change the picture.
 *
 * @returns a PNG or JPEG file of exactly the size that was asked for, the same bytes on every runtime
 * @throws {ModelError} `bad-input` for a side that is no whole number from 1 to 2048, or another media type.
 * @example
 * const png = await drawPicture({ seed: 0 }, { id: 'm' }, {
 *   prompt: 'a red circle on blue', width: 512, height: 512, mediaType: 'image/png',
 * });
 */
export async function drawPicture(
  options: MediaOptions,
  model: Model,
  request: Picture,
): Promise<Uint8Array> {
  const { width, height } = request;
  for (const [name, side] of Object.entries({ width, height })) {
    if (!Number.isInteger(side) || side < 1 || side > maxSide) {
      throw new ModelError(
        'bad-input',
        `${name} is ${side}: pictures have sides of 1 to ${maxSide} whole pixels.`,
      );
    }
  }
  const seed = hashTexts(
    [model.id, request.prompt, request.negativePrompt ?? '', String(request.seed ?? '')],
    options.seed,
  );
  const pixels = paint(readScene(request, seed), width, height, seed);
  switch (request.mediaType) {
    case 'image/png':
      return encodePng(pixels);
    case 'image/jpeg':
      return encodeJpeg(pixels);
    default:
      throw new ModelError('bad-input', `Pictures are image/png or image/jpeg, not ${request.mediaType}.`);
  }
}
