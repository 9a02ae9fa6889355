import { z } from 'zod';
import type { ErrorShape } from '../../endpoint.ts';
import { failureEnvelope, failureEnvelopeSchema } from '../../envelope.ts';
import type { ApiError, FailureName } from '../../errors.ts';
import { browserRenderingFailures } from './failures.ts';

/** One error of a rendering request: Cloudflare docs, Browser Run errors. */
const renderErrorSchema = z.object({
  code: z.int().optional(),
  message: z.string().min(1),
  detail: z.string().optional(),
  /** The faulty member of the request. */
  path: z.string().optional(),
});

/** The body of a refusal: only `success` and `errors`, and the last model answer for a request of `/json`. */
const renderFailureSchema = z.object({
  success: z.literal(false),
  errors: z.array(renderErrorSchema).min(1),
  rawAiResponse: z.string().optional(),
});

/** General failures that the service itself detects; earlier refusals have the envelope of the edge. */
const ofService: ReadonlySet<FailureName> = new Set([
  'json-malformed',
  'json-too-deep',
  'content-type-unsupported',
]);

const isOwn = ({ failure }: ApiError) =>
  Object.hasOwn(browserRenderingFailures, failure) || ofService.has(failure);

/** Faults of the request as a whole belong to no member. */
const isMember = (field: string) => !field.includes(' ');

function body(error: ApiError): object {
  if (!isOwn(error)) return failureEnvelope(error);
  const { message, detail } = error;
  const { field, reason, rawAiResponse } = detail;
  return {
    success: false,
    errors: [
      {
        code: error.entry.code,
        message,
        ...(reason !== undefined && { detail: String(reason) }),
        ...(typeof field === 'string' && isMember(field) && { path: field }),
      },
    ],
    ...(rawAiResponse !== undefined && { rawAiResponse: String(rawAiResponse) }),
  };
}

/** Refusals of rendering requests, each with its browser time. */
export const renderErrors: ErrorShape = {
  body,
  schema: z.union([renderFailureSchema, failureEnvelopeSchema]),
  headers: ({ detail }) => ({ 'x-browser-ms-used': String(detail['browserMs'] ?? 0) }),
};
