import type { ErrorShape } from '../../endpoint.ts';
import { failureEnvelope, failureEnvelopeSchema } from '../../envelope.ts';
import { type ApiError, failures } from '../../errors.ts';
import { artifactsFailures } from './failures.ts';

const documentation = 'https://developers.cloudflare.com/artifacts/api/errors#';

/** A parameter of the query is pointed at like a member of the body: fact sheet artifacts, section 5. */
function pointerOf({ failure, pointer, detail: { field } }: ApiError): string | undefined {
  if (pointer !== undefined || failure !== 'artifacts-invalid' || typeof field !== 'string') return pointer;
  return `/${field}`;
}

/** The envelope, whose entries say where their codes are explained. */
export const artifactsErrors: ErrorShape = {
  body: (error) => {
    const envelope = failureEnvelope(error);
    if (!Object.hasOwn(artifactsFailures, error.failure)) return envelope;
    const pointer = pointerOf(error);
    const [entry] = envelope.errors;
    const { code } = failures[error.failure];
    const told = {
      ...entry,
      documentation_url: `${documentation}${code}`,
      ...(pointer !== undefined && { source: { pointer } }),
    };
    return { ...envelope, errors: [told] };
  },
  schema: failureEnvelopeSchema,
};
