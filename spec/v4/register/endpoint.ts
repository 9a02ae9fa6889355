import { z } from 'zod';
import type { Endpoint, Method } from '../../endpoint.ts';
import type { RegisteredArea } from './area.ts';
import { type Shape, toSchema } from './notation.ts';

/** An operation of the register, by method and path: `GET /accounts/{account_id}/ai-gateway/evaluation-types`. */
export type RegisteredOperationKey = `${Method} /${string}`;

/** The schema of a shape, with its references to schemas as zod reads them. */
const read = (shape: Shape): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(toSchema(shape)).replaceAll('"#/components/schemas/', '"#/$defs/'));

/** Declares the operations of an area like those of the contract, for whoever judges answers. */
export function toEndpoints(area: RegisteredArea): ReadonlyMap<RegisteredOperationKey, Endpoint> {
  const $defs = Object.fromEntries(Object.entries(area.schemas).map(([name, shape]) => [name, read(shape)]));
  return new Map(
    Object.entries(area.operations).map(([key, { id, page, answer, result = 'any' }]) => {
      const [method, path = ''] = key.split(' ');
      const endpoint = {
        method,
        path,
        summary: `call ${id}`,
        access: { kind: 'api', permissions: [] },
        params: z.record(z.string(), z.string()),
        query: z.record(z.string(), z.unknown()),
        // Most are never asked for.
        get result() {
          return z.fromJSONSchema({ ...read(answer ?? result), $defs });
        },
        answer: answer === undefined ? (page === undefined ? 'envelope' : 'page') : 'plain',
        status: 200,
        errors: [],
        certainty: 'documented',
        source: 'cloudflare-typescript',
      };
      return [key as RegisteredOperationKey, endpoint as Endpoint]; // The register has nothing else.
    }),
  );
}
