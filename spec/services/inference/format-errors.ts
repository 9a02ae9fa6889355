import { z } from 'zod';
import type { ErrorShape } from '../../endpoint.ts';
import { failureEnvelope, failureEnvelopeSchema } from '../../envelope.ts';
import { type ApiError, failures } from '../../errors.ts';
import { errorBody } from './error-body.ts';
import { gatewayErrorSchema, runtimeErrorSchema } from './error-shapes.ts';
import { layerOf } from './failure-layer.ts';
import { chatErrorSchema } from './formats/chat-completions/error.ts';
import { messagesErrorSchema } from './formats/messages/error.ts';
import { responsesErrorSchema } from './formats/responses/error.ts';
import type { ModelFormat } from './models/entry.ts';

/** That of a fault which was asked for is told with it. */
function statusOf({ failure, detail: { status } }: ApiError): number {
  return failure === 'fault-told' && typeof status === 'number' ? status : failures[failure].status;
}

/** What the edge refuses has the envelope in every format. */
const shape = (format: ModelFormat, ...schemas: readonly z.ZodType[]): ErrorShape => ({
  body: (error) => {
    const { code } = failures[error.failure];
    const status = statusOf(error);
    const layer = layerOf(error.failure, format);
    if (layer === 'edge') return failureEnvelope(error);
    const { message, pointer } = error;
    return errorBody(format, { layer, status, code, message, ...(pointer !== undefined && { pointer }) });
  },
  schema: z.union([...schemas, failureEnvelopeSchema]),
});

const chatErrors = z.intersection(chatErrorSchema, runtimeErrorSchema);

/** The refusals of each format: fact sheet inference, section 7.3. */
export const formatErrors = {
  run: shape('run', gatewayErrorSchema, runtimeErrorSchema),
  'chat-completions': shape('chat-completions', chatErrors),
  responses: shape('responses', responsesErrorSchema),
  messages: shape('messages', messagesErrorSchema),
  embeddings: shape('embeddings', chatErrors),
} as const satisfies Record<ModelFormat, ErrorShape>;
