import { readFolder } from '../read-folder.ts';
import { defineVariations, type Variation } from './variation.ts';

/** Every lawful variation of our server. */
export const allVariations = defineVariations(
  await readFolder<Variation>(import.meta.dirname, '*.variations.ts'),
);
