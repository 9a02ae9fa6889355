import { catalogueEndpoints } from './catalogue.ts';
import { formatEndpoints } from './endpoints/formats.ts';
import { keptResponseEndpoints } from './endpoints/kept-responses.ts';
import { runEndpoints } from './endpoints/run.ts';
import { finetuneEndpoints } from './finetunes.ts';

/** The inference endpoints, by operation id. */
export const endpoints = {
  ...runEndpoints,
  ...formatEndpoints,
  ...keptResponseEndpoints,
  ...catalogueEndpoints,
  ...finetuneEndpoints,
} as const;
