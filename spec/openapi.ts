import type { z } from 'zod';
import { basePath, contract, type OperationId, rootPaths } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeEntrySchema, failureEnvelopeSchema, resultInfoSchema } from './envelope.ts';
import { failures } from './errors.ts';
import type { OpenapiDocument } from './openapi/document.ts';
import { type JsonObject, toJsonSchema } from './openapi/json-schema.ts';
import { operationObject, toTag } from './openapi/operation.ts';
import type { RecordedExamples } from './openapi/recorded-example.ts';
import { shareParts } from './openapi/share-parts.ts';
import { timestampSchema, uuidSchema } from './schema.ts';
import { services } from './services/index.ts';
import { v4Failures } from './v4/failures.ts';

export interface DocumentOptions {
  readonly version: string;
  /** Origin of the API, for example `http://localhost:4800`. */
  readonly server: string;
  /** Requests and answers to show, by operation id. Default: only the request bodies of the contract. */
  readonly examples?: RecordedExamples | undefined;
  /** Operations beside those of the contract, by id. */
  readonly more?: Readonly<Record<string, Endpoint>>;
}

/** Schemas that belong to no operation, by their names. */
const common: Readonly<Record<string, z.ZodType>> = {
  Failure: failureEnvelopeSchema,
  Message: envelopeEntrySchema,
  ResultInfo: resultInfoSchema,
  Timestamp: timestampSchema,
  Uuid: uuidSchema,
};

/**
 * The contract as an OpenAPI 3.1 document.
 *
 * @example
 * JSON.stringify(openapiDocument({ version: '0.1.0', server: 'http://localhost:4800' }))
 */
export function openapiDocument(options: DocumentOptions): OpenapiDocument {
  const named = Object.entries(common).map(
    ([name, schema]) => [name, toJsonSchema(schema, 'output')] as const,
  );
  // The parts of the document have these shapes, as its tests show.
  return shareParts(documentInPlace(options), Object.fromEntries(named)) as unknown as OpenapiDocument;
}

/** The same document without shared schemas and parameters: each stands wherever it is used. */
export function documentInPlace({ version, server, examples = {}, more = {} }: DocumentOptions): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [id, endpoint] of Object.entries<Endpoint>({ ...contract, ...more })) {
    const described = operationObject(id, endpoint, examples[id as OperationId]);
    for (const [index, template] of rootPaths(endpoint).entries()) {
      // OpenAPI has no notation for a variable with slashes and requires unique ids.
      const path = template.replace('{+', '{');
      const alias = { ...described, operationId: `${id}.alias-${index}`, 'x-alias-of': id };
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: index === 0 ? described : alias };
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Touchstone',
      version,
      summary: 'The part of the v4 edge-platform API that touchstone covers.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server, description: `Base URL of the API: ${server}${basePath}` }],
    security: [{ apiToken: [] }, { apiEmail: [], apiKey: [] }],
    tags: [
      ...Object.entries(services).map(([name, { about }]) => ({ name, description: about })),
      ...[...new Set(Object.keys(more).map(toTag))]
        .filter((name) => !Object.hasOwn(services, name))
        .map((name) => ({ name, description: 'Operations that the register of the API describes.' })),
    ],
    paths,
    components: {
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token.' },
        apiEmail: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Auth-Email',
          description: 'E-mail address of a user, together with the API key.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Auth-Key', description: 'API key of that user.' },
      },
    },
    'x-failures': failures,
    'x-general-failures': Object.keys(v4Failures),
  };
}
