import type { ResponseObject } from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { ResponsesInput } from '../../../../../spec/services/inference/formats/responses/request.ts';
import type { Generation } from '../../../../engines/models/backend.ts';
import type { Format } from '../format.ts';
import { errorAnswer } from '../shared/refusal.ts';
import { answerOf } from './answer-of.ts';
import { framesOf } from './frames-of.ts';
import type { Kept } from './messages.ts';
import type { ResponsesContext } from './response-object.ts';
import { toGeneration } from './to-generation.ts';

/** The format of `/ai/v1/responses`, which can go on from what was kept of earlier responses. */
export interface ResponsesFormat extends Format<ResponsesInput, ResponsesContext, ResponseObject> {
  toGeneration(body: ResponsesInput, kept?: Kept): Generation;
}

/** The format of `/ai/v1/responses`: fact sheet inference, sections 2.5 and 3. */
export const responsesFormat: ResponsesFormat = {
  toGeneration,
  answerOf,
  framesOf,
  errorOf: (error, model) => errorAnswer('responses', error, model),
};
