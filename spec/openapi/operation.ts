import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import {
  cursorPageInfoSchema,
  failureEnvelopeSchema,
  resultInfoSchema,
  shortEnvelopeSchema,
  successEnvelopeSchema,
} from '../envelope.ts';
import { type FailureName, failures } from '../errors.ts';
import { getSource } from '../sources.ts';
import { isObject, type JsonObject, toJsonSchema } from './json-schema.ts';
import type { RecordedExample } from './recorded-example.ts';

/** Describes an answer, by its shape. */
const shapes: Readonly<Record<Endpoint['answer'], string>> = {
  envelope: '`result` of the envelope',
  page: '`result` of the envelope, a page at a time, with `result_info`',
  'cursor-page': '`result` of the envelope, a page at a time, with the `cursor` of the next in `result_info`',
  'bare-envelope': 'the envelope without `result`',
  'short-envelope': 'only `success` and `result`',
  plain: 'the answer itself, without an envelope',
  empty: 'no body',
  bytes: 'a file',
  stream: 'server-sent events; the data of each is JSON with the schema in `x-event-data`',
};

/** The header with which a client resumes a stream. */
const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last event received: the stream continues after it.',
  schema: { type: 'string' },
};

const bytes = { type: 'string', format: 'binary' } as const;

/**
 * An endpoint as an OpenAPI operation, with all schemas in place.
 *
 * @param example a recorded exchange, if any
 */
export function operationObject(
  id: string,
  endpoint: Endpoint,
  example: RecordedExample | undefined,
): JsonObject {
  const { access, certainty, resultCertainty, source } = endpoint;
  const parameters = parameterObjects(endpoint, example);
  const body = requestBody(endpoint, example);
  const members = resultCertainty ? `; members of the result ${resultCertainty}` : '';
  return {
    operationId: id,
    tags: [toTag(id)],
    summary: endpoint.summary,
    description: `Certainty: ${certainty}${members} (${source.split('; ').map(linked).join('; ')})`,
    'x-certainty': certainty,
    ...(resultCertainty && { 'x-result-certainty': resultCertainty }),
    ...(access.kind === 'api' ? { 'x-permissions': access.permissions } : { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responses(endpoint, example),
  };
}

/** The first part of an operation's id. */
export const toTag = (id: string): string => id.split('.')[0] ?? '';

/** A source as a link if it has an address, in Markdown. */
function linked(source: string): string {
  const at = getSource(source)?.at;
  return at?.startsWith('https:') ? `[${source}](${at})` : source;
}

/** Parameters of an endpoint: path variables first, then the query, then headers. */
function parameterObjects(endpoint: Endpoint, example: RecordedExample | undefined): JsonObject[] {
  const of = (
    schema: z.ZodType,
    place: 'path' | 'query' | 'header',
    examples: Readonly<Record<string, string>> = {},
  ) => {
    const { properties, required } = toJsonSchema(schema, 'input');
    const names: readonly unknown[] = Array.isArray(required) ? required : [];
    return Object.entries(isObject(properties) ? properties : {}).map(([name, definition]) => ({
      name,
      in: place,
      required: place === 'path' || names.includes(name),
      schema: definition,
      ...(isObject(definition) && place === 'query' && definition['type'] === 'array'
        ? { style: 'form', explode: true }
        : {}),
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    }));
  };
  return [
    ...of(endpoint.params, 'path', example?.params),
    ...of(endpoint.query, 'query', example?.query),
    ...(endpoint.headers ? of(endpoint.headers, 'header', example?.headers) : []),
    ...(endpoint.answer === 'stream' ? [lastEventId] : []),
  ];
}

/** The media types of the request body; undefined if there is none. */
function requestBody(endpoint: Endpoint, recorded: RecordedExample | undefined): JsonObject | undefined {
  const { body, takes = [] } = endpoint;
  if (!body && takes.length === 0) return undefined;
  const example = recorded?.body ?? endpoint.example;
  const form = { schema: { type: 'object', additionalProperties: true } };
  const text = recorded?.text === undefined ? {} : { example: recorded.text };
  const fields = recorded?.form ? { example: recorded.form } : {};
  return {
    required: body ? !body.safeParse(undefined).success : true,
    content: {
      ...(body && {
        'application/json': {
          schema: toJsonSchema(body, 'input'),
          ...(example === undefined ? {} : { example }),
        },
      }),
      ...(takes.includes('multipart') && { 'multipart/form-data': { ...form, ...fields } }),
      ...(takes.includes('bytes') && { '*/*': { schema: bytes, ...text } }),
    },
  };
}

function responses(endpoint: Endpoint, example: RecordedExample | undefined): JsonObject {
  const { errorShape, refusals = [], otherStatuses = [] } = endpoint;
  const schema = toJsonSchema(errorShape?.schema ?? failureEnvelopeSchema, 'output');
  const content = { 'application/json': { schema } };
  const names = [...new Set([...endpoint.errors, ...refusals.map(({ as }) => as)])];
  const statuses = [...new Set(names.map((name) => failures[name].status))].sort();
  const success = successObject(endpoint, example);
  return {
    [endpoint.status]: success,
    ...Object.fromEntries(
      otherStatuses.map((status) => [
        status,
        status < 400 ? success : { description: 'Refused, with the reason in the result', content },
      ]),
    ),
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        refusal(
          names.filter((name) => failures[name].status === status),
          content,
        ),
      ]),
    ),
    default: { description: 'Refused', content },
  };
}

function refusal(names: readonly FailureName[], content: JsonObject): JsonObject {
  const lines = names.map((name) => `- ${failures[name].code}: ${failures[name].message}`);
  return { description: lines.join('\n'), 'x-failures': names, content };
}

function successObject(endpoint: Endpoint, example: RecordedExample | undefined): JsonObject {
  const content = successContent(endpoint, example);
  const shape = shapes[endpoint.answer];
  return {
    description: `${shape[0]?.toUpperCase()}${shape.slice(1)}`,
    'x-answer': endpoint.answer,
    ...(content && { content }),
  };
}

/** Media types of a successful body; undefined if there is no body. */
function successContent(endpoint: Endpoint, example: RecordedExample | undefined): JsonObject | undefined {
  const { answer, result, events, givesBytes, bytesTypes = [] } = endpoint;
  if (answer === 'empty') return undefined;
  if (answer === 'stream') return { 'text/event-stream': eventStream(result) };
  const recorded = example?.received === undefined ? {} : { example: example.received };
  const type = example?.type.split(';')[0];
  const has = (name: string) => (name.split(';')[0] === type ? recorded : {});
  if (answer === 'bytes')
    return Object.fromEntries(bytesTypes.map((name) => [name, { schema: bytes, ...has(name) }]));
  return {
    'application/json': { schema: successSchema(endpoint), ...has('application/json') },
    ...(events && { 'text/event-stream': eventStream(events) }),
    ...(givesBytes && { '*/*': { schema: bytes } }),
  };
}

function eventStream(events: z.ZodType): JsonObject {
  const description = 'Server-sent events; the data of each is JSON with the schema in x-event-data.';
  return { schema: { type: 'string', description }, 'x-event-data': toJsonSchema(events, 'output') };
}

/** Schema of the JSON body of a success. */
function successSchema({ answer, result, meta }: Endpoint): JsonObject {
  switch (answer) {
    case 'plain':
      return toJsonSchema(result, 'output');
    case 'bare-envelope':
      return toJsonSchema(successEnvelopeSchema(z.unknown()).omit({ result: true }), 'output');
    case 'short-envelope':
      return toJsonSchema(shortEnvelopeSchema(result, meta), 'output');
    case 'page':
      return toJsonSchema(successEnvelopeSchema(result, resultInfoSchema), 'output');
    case 'cursor-page':
      return toJsonSchema(successEnvelopeSchema(result, cursorPageInfoSchema), 'output');
    default:
      return toJsonSchema(successEnvelopeSchema(result), 'output');
  }
}
