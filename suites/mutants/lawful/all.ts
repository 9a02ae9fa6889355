import * as tokenValidation from './token-validation.variations.ts';
import * as v4 from './v4.variations.ts';
import { defineVariations, type Variation } from './variation.ts';

const written: readonly Readonly<Record<string, readonly Variation[]>>[] = [v4, tokenValidation];

/** Every lawful variation of our server. */
export const allVariations = defineVariations(written.flatMap((file) => Object.values(file).flat()));
