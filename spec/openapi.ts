import { z } from 'zod';
import { basePath, contract, type OperationId, rootPaths } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import {
  cursorPageInfoSchema,
  failureEnvelopeSchema,
  resultInfoSchema,
  shortEnvelopeSchema,
  successEnvelopeSchema,
} from './envelope.ts';
import { failures } from './errors.ts';
import { services } from './services/index.ts';

type JsonObject = Record<string, unknown>;

const toJson = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
};

/** Parameters of an endpoint: path variables first, then the query, then headers. */
function parameters(endpoint: Endpoint): JsonObject[] {
  const of = (schema: z.ZodType, place: 'path' | 'query' | 'header') => {
    const { properties = {}, required = [] } = toJson(schema, 'input') as {
      properties?: Record<string, JsonObject>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, definition]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: definition,
      ...(place === 'query' && definition['type'] === 'array' ? { style: 'form', explode: true } : {}),
    }));
  };
  const resume = endpoint.answer === 'stream' ? [lastEventId] : [];
  const headers = endpoint.headers ? of(endpoint.headers, 'header') : [];
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query'), ...headers, ...resume];
}

/** The header with which a client resumes a stream. */
const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last event received: the stream continues after it.',
  schema: { type: 'string' },
};

/** Media types of a successful body; empty if there is no body. */
function successContent(endpoint: Endpoint): JsonObject | undefined {
  const { answer, result, events, givesBytes, bytesTypes = [] } = endpoint;
  if (answer === 'empty') return undefined;
  if (answer === 'bytes') return Object.fromEntries(bytesTypes.map((type) => [type, { schema: bytes }]));
  if (answer === 'stream') return { 'text/event-stream': eventStream(result) };
  return {
    'application/json': { schema: successSchema(endpoint) },
    ...(events && { 'text/event-stream': eventStream(events) }),
    ...(givesBytes && { '*/*': { schema: bytes } }),
  };
}

function eventStream(events: z.ZodType): JsonObject {
  const description = 'Server-sent events; the data of each is JSON with the schema in x-event-data.';
  return { schema: { type: 'string', description }, 'x-event-data': toJson(events, 'output') };
}

const bytes = { type: 'string', format: 'binary' } as const;

/** Media types of the request bodies of an endpoint; empty if it has none. */
function requestBody(endpoint: Endpoint): JsonObject | undefined {
  const { body, example, takes = [] } = endpoint;
  if (!body && takes.length === 0) return undefined;
  const form = { type: 'object', additionalProperties: true };
  return {
    required: body ? !body.safeParse(undefined).success : true,
    content: {
      ...(body && { 'application/json': { schema: toJson(body, 'input'), example } }),
      ...(takes.includes('multipart') && { 'multipart/form-data': { schema: form } }),
      ...(takes.includes('bytes') && { '*/*': { schema: bytes } }),
    },
  };
}

/** Schema of the JSON body of a success. */
function successSchema({ answer, result, meta }: Endpoint): JsonObject {
  switch (answer) {
    case 'plain':
      return toJson(result, 'output');
    case 'bare-envelope':
      return toJson(successEnvelopeSchema(z.unknown()).omit({ result: true }), 'output');
    case 'short-envelope':
      return toJson(shortEnvelopeSchema(result, meta), 'output');
    case 'page':
      return toJson(successEnvelopeSchema(result, resultInfoSchema), 'output');
    case 'cursor-page':
      return toJson(successEnvelopeSchema(result, cursorPageInfoSchema), 'output');
    default:
      return toJson(successEnvelopeSchema(result), 'output');
  }
}

function success(endpoint: Endpoint): JsonObject {
  const content = successContent(endpoint);
  return { description: 'Success', ...(content ? { content } : {}) };
}

/** Answers under another status with the schema of the success, or of the refusals. */
function otherStatuses(endpoint: Endpoint, refused: JsonObject): [string, JsonObject][] {
  return (endpoint.otherStatuses ?? []).map((status) => [
    String(status),
    status < 400
      ? success(endpoint)
      : { description: 'Refused, with the reason in the result', content: refused },
  ]);
}

function operation(id: string, endpoint: Endpoint): JsonObject {
  const statuses = new Set(endpoint.errors.map((name) => failures[name].status));
  const { errorShape } = endpoint;
  const failure = errorShape ? toJson(errorShape.schema, 'output') : failureRef;
  const refused = { 'application/json': { schema: failure } };
  const refusals = [...statuses].sort().map((status) => {
    const names = endpoint.errors.filter((name) => failures[name].status === status);
    return [String(status), { description: names.join(', '), content: refused }];
  });
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    summary: endpoint.summary,
    description: `Certainty: ${endpoint.certainty}. Source: ${endpoint.source}.`,
    ...(endpoint.access.kind === 'admin' ? { security: [] } : {}),
    ...(parameters(endpoint).length > 0 ? { parameters: parameters(endpoint) } : {}),
    ...(requestBody(endpoint) ? { requestBody: requestBody(endpoint) } : {}),
    responses: {
      [endpoint.status]: success(endpoint),
      ...Object.fromEntries(otherStatuses(endpoint, refused)),
      ...Object.fromEntries(refusals),
      default: { description: 'Refused', content: refused },
    },
  };
}

const failureRef = { $ref: '#/components/schemas/Failure' };

/**
 * The contract as an OpenAPI 3.1 document.
 *
 * @param options.server origin of the API, for example `http://localhost:4800`
 *
 * @example
 * JSON.stringify(openapiDocument({ version: '0.1.0', server: 'http://localhost:4800' }))
 */
export function openapiDocument({ version, server }: { version: string; server: string }): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [id, endpoint] of Object.entries(contract) as [OperationId, Endpoint][]) {
    for (const [index, template] of rootPaths(endpoint).entries()) {
      // OpenAPI has no notation for a variable with slashes and requires unique ids.
      const path = template.replace('{+', '{');
      const described = operation(index === 0 ? id : `${id}.alias-${index}`, endpoint);
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described };
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
    tags: Object.entries(services).map(([name, { about }]) => ({ name, description: about })),
    paths,
    components: {
      schemas: { Failure: toJson(failureEnvelopeSchema, 'output') },
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer' },
        apiEmail: { type: 'apiKey', in: 'header', name: 'X-Auth-Email' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Auth-Key' },
      },
    },
  };
}
