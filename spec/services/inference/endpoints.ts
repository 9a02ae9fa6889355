import { catalogueEndpoints } from './endpoints/catalogue.ts';
import { finetuneEndpoints } from './endpoints/finetunes.ts';
import { formatEndpoints } from './endpoints/formats.ts';
import { runEndpoints } from './endpoints/run.ts';

/** The inference endpoints, by operation id. */
export const inferenceEndpoints = {
  ...runEndpoints,
  ...formatEndpoints,
  ...catalogueEndpoints,
  ...finetuneEndpoints,
} as const;
