import type { endpoints } from '../../../spec/services/inference/endpoints.ts';
import type { Service } from '../../api/call.ts';
import { createCatalogueHandlers } from './catalogue/catalogue-handlers.ts';
import { createConversionHandlers } from './conversion/conversion-handlers.ts';
import { createFinetuneHandlers } from './finetunes/finetune-handlers.ts';
import { createFormatHandlers } from './run/format-handlers.ts';
import { createKeptResponseHandlers } from './run/kept-response-handlers.ts';
import { createRunHandlers } from './run/run-handlers.ts';
import type { RunHandlerParts } from './run/run-parts.ts';

/** Inference: runs models in their own input and in the formats of other APIs, with all related operations. */
export function createInferenceService(parts: RunHandlerParts): Service<typeof endpoints> {
  return {
    ...createRunHandlers(parts),
    ...createFormatHandlers(parts),
    ...createKeptResponseHandlers(parts),
    'inference.background-run.get': parts.background.get,
    ...createCatalogueHandlers(parts.catalogue),
    ...createFinetuneHandlers(parts.catalogue),
    ...createConversionHandlers({ backend: parts.backend }),
  };
}
