import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessError } from './errors.ts';
import type { KeptPictures } from './evidence.ts';
import { encodePng, type Picture } from './picture.ts';
import { pictureHeader } from './picture-header.ts';
import type { PictureVerdict } from './picture-judge.ts';

/** Keeps pictures that differ, for a person to look at. */
export interface PictureFiles {
  /**
   * Writes the two pictures and, where they have the same size, what differs between them.
   *
   * @param name what the files are called, `.expected`, `.actual` and `.difference` behind it
   * @returns their paths; null where pictures are not kept
   * @throws HarnessError when they can't be written
   */
  keep(
    name: string,
    actual: Uint8Array,
    expected: Uint8Array,
    verdict: PictureVerdict,
  ): Promise<KeptPictures | null>;
}

/** @param folder where pictures are kept, which is made when there are some; null for nowhere */
export function createPictureFiles(folder: string | null): PictureFiles {
  return {
    async keep(name, actual, expected, { compared }) {
      if (folder === null) return null;
      const path = (kind: string, ending: string) => join(folder, `${name}.${kind}.${ending}`);
      const kept: KeptPictures = {
        expected: path('expected', endingOf(expected)),
        actual: path('actual', endingOf(actual)),
        difference: compared ? path('difference', 'png') : null,
      };
      const difference =
        compared && (await encodePng(await drawDifference(compared.actual, compared.expected)));
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(kept.expected, expected);
        await writeFile(kept.actual, actual);
        if (kept.difference !== null && difference) await writeFile(kept.difference, difference);
      } catch (cause) {
        throw new HarnessError('pictures', `The pictures can't be written to ${folder}`, { cause });
      }
      return kept;
    },
  };
}

const endings = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const;

const endingOf = (bytes: Uint8Array) => endings[pictureHeader(bytes).type];

/** The expected picture, pale, with each different pixel in red. */
async function drawDifference(actual: Picture, expected: Picture): Promise<Picture> {
  const { default: pixelmatch } = await import('pixelmatch');
  const { width, height } = expected;
  const pixels = new Uint8Array(width * height * 4);
  const options = { threshold: 0, includeAA: true, alpha: 0.1 };
  pixelmatch(actual.pixels, expected.pixels, pixels, width, height, options);
  return { width, height, pixels };
}
