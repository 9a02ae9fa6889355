import { z } from 'zod';
import { type Endpoint, type Method, pathVariables } from '../../endpoint.ts';
import type { RegisteredArea } from './area.ts';
import { type Shape, toSchema } from './notation.ts';

/** An operation of the register, by method and path: `GET /accounts/{account_id}/ai-gateway/evaluation-types`. */
export type RegisteredOperationKey = `${Method} /${string}`;

/** The schema of a shape, with its references to schemas as zod reads them. */
const read = (shape: Shape): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(toSchema(shape)).replaceAll('"#/components/schemas/', '"#/$defs/'));

/**
 * Declares the operations of an area like those of the contract, for documents and for suites.
 *
 * @param known how certain their schemas are, and where they are from
 */
export function toEndpoints(
  area: RegisteredArea,
  known: Pick<Endpoint, 'certainty' | 'source'>,
): ReadonlyMap<RegisteredOperationKey, Endpoint> {
  const $defs = Object.fromEntries(Object.entries(area.schemas).map(([name, shape]) => [name, read(shape)]));
  return new Map(
    Object.entries(area.operations).map(
      ([key, { id, page, query = {}, body, sends, answer, result = 'any' }]) => {
        const [method, path = ''] = key.split(' ');
        const toType = (shape: Shape) => z.fromJSONSchema({ ...read(shape), $defs });
        const endpoint = {
          method,
          path,
          summary: `Call ${id}`,
          access: { kind: 'api', permissions: [] },
          params: z.object(Object.fromEntries(pathVariables(path).map((name) => [name, z.string()]))),
          // Most schemas are never asked for.
          get query() {
            return toType(query);
          },
          get body() {
            return body === undefined || sends !== undefined ? undefined : toType(body);
          },
          get result() {
            return toType(answer ?? result);
          },
          takes: sends === undefined ? [] : [sends === 'multipart/form-data' ? 'multipart' : 'bytes'],
          answer: answer === undefined ? (page === undefined ? 'envelope' : 'page') : 'plain',
          status: 200,
          errors: [],
          ...known,
        };
        return [key as RegisteredOperationKey, endpoint as Endpoint]; // The register has nothing else.
      },
    ),
  );
}
