import { z } from 'zod';
import { basePath, type ErrorShape } from '../../spec/endpoint.ts';
import { failureEnvelope } from '../../spec/envelope.ts';
import { ApiError } from '../../spec/errors.ts';
import type { DocumentOperation, Located, OpenApiDocument } from '../engines/openapi/document.ts';
import type { JsonValue } from '../engines/openapi/json.ts';
import { isJsonType } from '../engines/openapi/resources/envelope.ts';
import type { Schemas } from '../engines/openapi/schemas/schemas.ts';

/**
 * The refusals of an operation in the schemas of its document: that of their status, or else of another refusal.
 *
 * @returns undefined for the platform, whose refusals have the envelope
 */
export function getRefusalShape(
  document: OpenApiDocument,
  operation: DocumentOperation,
  schemas: Schemas,
): ErrorShape | undefined {
  if (document.basePath === basePath) return undefined;
  return {
    body(error) {
      const schema = findSchema(operation, error.entry.status);
      if (!schema) return failureEnvelope(error);
      try {
        const value = schemas.fill(schema, toGiven(schemas, schema, error), 'response', {
          seed: operation.id,
          hints: (name) => toWords(error).get(name.toLowerCase()),
        });
        return Object(value);
      } catch (cause) {
        // Its own schema takes too much work.
        if (cause instanceof ApiError) return failureEnvelope(error);
        throw cause;
      }
    },
    schema: z.unknown(),
  };
}

function findSchema({ answers }: DocumentOperation, status: number): Located | undefined {
  const refusals = answers.filter((answer) => !/^[123]/.test(answer.status));
  const wanted = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  const sorted = [...wanted.map((one) => refusals.find((answer) => answer.status === one)), ...refusals];
  return sorted
    .flatMap((answer) => answer?.content ?? [])
    .find(({ type, schema }) => schema && isJsonType(type))?.schema;
}

/** The members of a refusal that say what went wrong, as far as its schema has them. */
function toGiven(schemas: Schemas, schema: Located, error: ApiError): JsonValue {
  const words = toWords(error);
  const entries = [...schemas.members(schema)].flatMap(([name, member]) => {
    const value = words.get(name.toLowerCase());
    const fits = value !== undefined && schemas.judge(member.schema, value, 'response').length === 0;
    return fits ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

const toWords = ({ message, pointer, entry: { code, status } }: ApiError): ReadonlyMap<string, JsonValue> =>
  new Map<string, JsonValue>([
    ...['message', 'detail', 'description', 'error', 'error_description', 'title'].map(
      (name) => [name, message] as const,
    ),
    ['code', code],
    ['status', status],
    ['success', false],
    ['ok', false],
    ...(pointer === undefined ? [] : [['pointer', pointer] as const]),
  ]);
