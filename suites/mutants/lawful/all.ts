import * as applications from './applications.variations.ts';
import * as artifacts from './artifacts.variations.ts';
import * as edge from './edge.variations.ts';
import * as inference from './inference.variations.ts';
import * as keys from './keys.variations.ts';
import * as markdown from './markdown.variations.ts';
import * as rendering from './rendering.variations.ts';
import * as stances from './stances.variations.ts';
import * as tokenValidation from './token-validation.variations.ts';
import * as v4 from './v4.variations.ts';
import { defineVariations, type Variation } from './variation.ts';

const written: readonly Readonly<Record<string, readonly Variation[]>>[] = [
  v4,
  tokenValidation,
  keys,
  edge,
  markdown,
  inference,
  rendering,
  artifacts,
  applications,
  stances,
];

/** Every lawful variation of our server. */
export const allVariations = defineVariations(written.flatMap((file) => Object.values(file).flat()));
