import type { DocumentOperation } from '../document.ts';
import type { Schemas } from '../schemas/schemas.ts';
import type { Envelope } from './envelope.ts';
import type { Resource } from './resource.ts';

/** Methods whose requests need no body, whatever a document says. */
export const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

/** Why no request or no answer of an operation fits its schema, in a sentence without a full stop; undefined if some may. */
export function findImpossible(
  schemas: Schemas,
  { body, method }: DocumentOperation,
  envelope: Envelope | undefined,
  resource: Resource | undefined,
): string | undefined {
  const bodies = (body?.required && !bodiless.has(method) ? body.content : []).map(
    ({ schema }) => schema && schemas.findContradiction(schema, 'request'),
  );
  if (bodies[0] !== undefined && !bodies.includes(undefined)) return bodies[0];
  for (const schema of [envelope?.schema, envelope?.record, envelope?.list?.record, resource?.schema]) {
    const found = schema && schemas.findContradiction(schema, 'response');
    if (found !== undefined) return found;
  }
  return undefined;
}
