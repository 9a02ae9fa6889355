import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Shape } from '../../../spec/v4/register/notation.ts';
import type { FoundOperation } from './found-operation.ts';

const parameter = z.object({ name: z.string(), type: z.string(), required: z.boolean() });
const fileSchema = z.object({
  schemas: z.record(
    z.string(),
    z.object({
      operationId: z.string(),
      httpMethod: z.string(),
      path: z.string(),
      queryParams: z.array(parameter),
      hasRequestBody: z.boolean(),
    }),
  ),
});

const plain = new Set(['string', 'number', 'boolean']);
const toShape = (type: string): Shape => (plain.has(type) ? type : type === 'array' ? ['string'] : 'any');

/**
 * The operations that the command line of the platform knows: paths and parameters, without schemas.
 *
 * @param file `cf-dist/_meta/schemas.json` of the package
 */
export function readCommands(file: string): readonly FoundOperation[] {
  const { schemas } = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.values(schemas).map(({ operationId, httpMethod, path, queryParams, hasRequestBody }) => ({
    method: httpMethod,
    path,
    id: operationId,
    ...(queryParams.length > 0 && {
      query: Object.fromEntries(
        queryParams.map(({ name, type, required }) => [required ? name : `${name}?`, toShape(type)]),
      ),
    }),
    ...(hasRequestBody && { body: 'any' }),
  }));
}
