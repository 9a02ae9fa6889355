import { z } from 'zod';
import type { ErrorShape } from '../../endpoint.ts';
import { failureEnvelope } from '../../envelope.ts';
import type { ApiError } from '../../errors.ts';

/** How the configuration refuses: `path` says where the fault is. Fact sheet inference, section 6.8. */
export const gatewayConfigErrorSchema = z.object({
  success: z.literal(false),
  errors: z
    .array(
      z.object({
        code: z.int(),
        message: z.string().min(1),
        path: z.array(z.union([z.string(), z.int()])).optional(),
      }),
    )
    .min(1),
});

export type GatewayConfigError = z.infer<typeof gatewayConfigErrorSchema>;

/**
 * The envelope, with `path` where a member of the body or a parameter of the query is at fault. The message
 * says after its documented words what is wrong there.
 */
export const configErrors: ErrorShape = {
  body: (error) => {
    const envelope = failureEnvelope(error);
    const path = pathOf(error);
    if (path === undefined) return envelope;
    const told = error.failure === 'gateway-config-invalid' ? faultOf(error) : '';
    const errors = envelope.errors.map((entry) => ({ ...entry, message: entry.message + told, path }));
    return { ...envelope, errors };
  },
  schema: gatewayConfigErrorSchema,
};

/** What is wrong, in front of which stands where. */
function faultOf({ detail: { field, problem } }: ApiError): string {
  return problem === undefined ? '' : `: ${field === undefined ? '' : `${field} `}${problem}`;
}

/** A body is pointed into; what names a field without that is about the query. */
function pathOf({ failure, pointer, detail }: ApiError): (string | number)[] | undefined {
  if (pointer === undefined) {
    return failure === 'gateway-config-invalid' ? ['query', String(detail['field'] ?? '')] : undefined;
  }
  const keys = pointer.split('/').slice(1);
  return ['body', ...keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
}
