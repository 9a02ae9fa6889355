import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { openapiDocument } from '../../spec/openapi.ts';

/** An answer as it was sent. */
export interface SentAnswer {
  readonly status: number;
  /** As in `Content-Type`; empty without one. */
  readonly mediaType: string;
  /** Undefined for an endless body. */
  readonly text: string | undefined;
}

/** Says how an answer violates the document; undefined if it doesn't. */
export type JudgeAnswer = (operation: string | undefined, answer: SentAnswer) => string | undefined;

const content = z.record(z.string(), z.looseObject({ 'x-event-data': z.unknown().optional() }));
const responseSchema = z.object({ $ref: z.string().optional(), content: content.optional() });
const operationSchema = z.object({
  operationId: z.string(),
  responses: z.record(z.string(), responseSchema),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ responses: z.record(z.string(), responseSchema) }),
});

/** A response of an operation, and the pointer to it. */
interface PlacedResponse {
  readonly at: string;
  readonly content: z.infer<typeof content> | undefined;
}

/** Statuses below 500 that any operation may refuse with; those from 500 on must be declared. */
const general = new Set([400, 401, 403, 404, 405, 413, 415, 429]);

/**
 * Checks answers against the OpenAPI document of the contract, as any client would: it must declare the status, the
 * media type and the body of each.
 */
export function createOpenapiJudge(): JudgeAnswer {
  const document = openapiDocument({ version: '0', server: 'http://localhost' });
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  const { paths, components } = documentSchema.parse(document);
  const operations = new Map<string, Readonly<Record<string, PlacedResponse>>>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, responses }] of Object.entries(methods))
      operations.set(
        operationId,
        Object.fromEntries(
          Object.entries(responses).map(([status, { $ref, content }]) => {
            const shared = components.responses[$ref?.split('/').at(-1) ?? ''];
            return [
              status,
              $ref && shared
                ? { at: $ref.slice(1), content: shared.content }
                : { at: pointer('paths', path, method, 'responses', status), content },
            ];
          }),
        ),
      );

  /** One place of each error shape. */
  const shapes = [
    ...new Map(
      [...operations.values()].map(({ default: refusal }) => [
        JSON.stringify(refusal?.content),
        `${refusal?.at}${pointer('content', 'application/json', 'schema')}`,
      ]),
    ).values(),
  ];

  const validators = new Map<string, ValidateFunction>();
  function findProblem(at: string, value: unknown): string | undefined {
    let validate = validators.get(at);
    if (!validate) {
      validate = ajv.compile({ $ref: `document#${at}` });
      validators.set(at, validate);
    }
    if (validate(value)) return undefined;
    return validate.errors
      ?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ');
  }

  return (id, { status, mediaType, text }) => {
    const type = mediaType.split(';')[0]?.trim() ?? '';
    // A request without an operation is refused in the shape of some operation, or in plain text.
    if (id === undefined) {
      if (type === 'text/plain') return undefined;
      const problems = shapes.map((at) => findProblem(at, parsed(text)));
      return problems.includes(undefined) ? undefined : `no refusal: ${problems[0]}`;
    }
    const responses = operations.get(id);
    if (!responses) return 'the operation is not in the document';
    const key = responses[status] ? String(status) : 'default';
    if (key === 'default' && !general.has(status)) return `the status ${status} is not in the document`;
    const { at, content } = responses[key] ?? {};
    if (content === undefined) return text === '' || text === undefined ? undefined : 'there is a body';
    const named = [mediaType, type, '*/*'].find((name) => content[name]);
    if (named === undefined) return `the media type ${type} is not in the document`;
    const media = pointer('content', named);
    if (text === undefined || named === '*/*' || !/json|event-stream/.test(type)) return undefined;
    if (type !== 'text/event-stream') return findProblem(`${at}${media}/schema`, parsed(text));
    return getEvents(text)
      .map((event) => findProblem(`${at}${media}/x-event-data`, event))
      .find((problem) => problem !== undefined);
  };
}

/** The data of server-sent events, without the text that ends them. */
function getEvents(text: string): unknown[] {
  const data = text.split('\n\n').map((event) =>
    event
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trim())
      .join('\n'),
  );
  return data.filter((one) => one !== '' && one !== '[DONE]').map(parsed);
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return `not JSON: ${text.slice(0, 100)}`;
  }
}

const pointer = (...names: string[]) =>
  names
    .map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
    .replace(/[^\w~/.-]/g, encodeURIComponent);
