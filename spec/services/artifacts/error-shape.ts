import type { ErrorShape } from '../../endpoint.ts';
import { failureEnvelope, failureEnvelopeSchema } from '../../envelope.ts';
import type { ApiError } from '../../errors.ts';
import { artifactsFailures } from './failures.ts';
import { artifactsLimits } from './limits.ts';

const documentation = 'https://developers.cloudflare.com/artifacts/api/errors#';

/** A query parameter has a pointer like a member of the body: Cloudflare docs, Artifacts errors. */
function getPointer({ failure, pointer, detail: { field } }: ApiError): string | undefined {
  if (pointer !== undefined || failure !== 'artifacts-invalid' || typeof field !== 'string') return pointer;
  return `/${field}`;
}

/** The envelope, whose entries link to the explanation of their codes. */
export const artifactsErrors: ErrorShape = {
  body: (error) => {
    const envelope = failureEnvelope(error);
    if (!Object.hasOwn(artifactsFailures, error.failure)) return envelope;
    const pointer = getPointer(error);
    const [entry] = envelope.errors;
    const { code } = error.entry;
    const explained = {
      ...entry,
      documentation_url: `${documentation}${code}`,
      ...(pointer !== undefined && { source: { pointer } }),
    };
    return { ...envelope, errors: [explained] };
  },
  schema: failureEnvelopeSchema,
};

/** A plain-text answer without an envelope. */
export interface PlainRefusal {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const plain = { 'content-type': 'text/plain; charset=UTF-8' } as const;

/** An unknown path below `/artifacts`: Cloudflare docs, Artifacts REST API. */
export const unknownPath: PlainRefusal = { status: 404, text: '404 Not Found', headers: plain };

const { requests, seconds } = artifactsLimits.gitRate;

/**
 * Refusals of Git requests before Git itself runs: dbrekelmans/gitflare. An invalid token gets 403, so that clients do
 * not ask for another one; `unknown-path` is from the local simulator.
 */
export const gitRefusals = {
  'no-credentials': {
    status: 401,
    text: 'Authentication required',
    headers: { ...plain, 'www-authenticate': 'Basic realm="artifacts"' },
  },
  'bad-token': { status: 403, text: 'Invalid or expired token', headers: plain },
  'read-only-token': { status: 403, text: 'Insufficient permissions', headers: plain },
  'unknown-path': { status: 404, text: 'Not found', headers: plain },
  // The shapes of refusals of the service.
  'too-many-requests': {
    status: 429,
    text: `Too many requests: at most ${requests} for one repository in ${seconds} seconds.`,
    headers: plain,
  },
} as const satisfies Readonly<Record<string, PlainRefusal>>;
