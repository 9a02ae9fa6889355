import type { Endpoint } from '../../spec/endpoint.ts';
import { operationIds } from '../../spec/lookup.ts';
import { isSlip, nearestNames } from '../../spec/nearest-names.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { decodeSegment, splitUrl } from '../../spec/url.ts';
import type { AnswerHeaders, AnyAnswer, AnyHandler, Call, WrittenAnswer } from '../api/call.ts';
import type { MoreIds } from '../control/faults/faults.ts';
import type { JsonValue } from '../engines/openapi/json.ts';

/** A call of an overridden operation of a document. Its request has been checked only as far as any API request is. */
export interface DocumentOverrideCall
  extends Pick<Call<Endpoint>, 'request' | 'bodyText' | 'upload' | 'world' | 'clock' | 'restsOn'> {
  /** Variables of the path, by their names in the document, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The JSON body; undefined without one. */
  readonly body: JsonValue | undefined;
  /**
   * Runs the original operation, and returns its answer to inspect or change.
   *
   * @throws ApiError as the operation does
   */
  original(): Promise<DocumentOverrideAnswer>;
}

/** An answer of JSON. */
export interface JsonAnswer {
  /** All of the JSON, with the envelope that the document may have; undefined for no content. */
  readonly body: JsonValue | undefined;
  /** By default the status of success. */
  readonly status?: number;
  readonly headers?: AnswerHeaders;
  readonly written?: undefined;
}

export type DocumentOverrideAnswer = JsonAnswer | WrittenAnswer;

/** A user's implementation of an operation of a document. */
export type DocumentOverride = (
  call: DocumentOverrideCall,
) => DocumentOverrideAnswer | Promise<DocumentOverrideAnswer>;

/** @throws TouchstoneError `operation-unknown` for an id that no document has */
export function requireOperation(id: string, { ids, prefixes }: ReturnType<MoreIds>): void {
  if (ids.includes(id)) return;
  const near = nearestNames(id, ids);
  const isOwn = (operationIds as readonly string[]).includes(id);
  if (!isSlip(id, near[0]) && !isOwn && prefixes.has(id.split('.', 1)[0] ?? '')) return;
  const hint = isOwn
    ? 'the mock implements it itself: use mock.on'
    : near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'touchstone openapi coverage --json lists the ids, with a file those of a document';
  throw new TouchstoneError('operation-unknown', `no OpenAPI document has the operation ${id}; ${hint}`);
}

/** @throws TouchstoneError `operation-unknown` for an id that the contract does not have */
export function requireOwnOperation(id: string): void {
  if (id.startsWith('touchstone.') || operationIds.includes(id)) return;
  const [near] = nearestNames(id, operationIds);
  const hint = isSlip(id, near)
    ? `did you mean ${near}?`
    : 'mock.onDocument overrides those of documents and of the register, by the ids that touchstone openapi coverage --json lists';
  throw new TouchstoneError('operation-unknown', `the contract has no operation ${id}; ${hint}`);
}

/** @param template path of the operation from the root of the host; read at each call */
export function toHandler(override: DocumentOverride, template: () => string): AnyHandler {
  return async (call): Promise<AnyAnswer> => {
    const { request, bodyText, upload, world, clock, restsOn, query, body } = call;
    // Calls of overridden operations have it.
    const { originalAnswer } = call as typeof call & { originalAnswer(): Promise<AnyAnswer> };
    const answer = await override({
      request,
      bodyText,
      upload,
      world,
      clock,
      restsOn,
      params: readParams(template(), splitUrl(request.url).path),
      // Queries and bodies of documents are not converted.
      query: query as DocumentOverrideCall['query'],
      body: body as JsonValue | undefined,
      original: async () => toRead(await originalAnswer()),
    });
    return toWritten(answer);
  };
}

function readParams(template: string, path: string): Readonly<Record<string, string>> {
  const sent = path.split('/');
  return Object.fromEntries(
    template.split('/').flatMap((segment, at) => {
      const value = decodeSegment(sent[at] ?? '') ?? sent[at] ?? '';
      const names = [...segment.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
      // A segment may have a variable in it: `v{version}`.
      const literals = segment.split(/\{[^}]*\}/).map((literal) => literal.replace(/[^\w-]/g, '\\$&'));
      const values = new RegExp(`^${literals.join('(.+)')}$`, 's').exec(value) ?? [];
      return names.map((name, index) => [name, values[index + 1] ?? ''] as const);
    }),
  );
}

function toRead(answer: AnyAnswer): DocumentOverrideAnswer {
  const { written, stream, ...others } = answer;
  if (stream) throw new TypeError('Operations of documents answer no streams');
  if (written === undefined) return { ...others, body: (answer as { result?: JsonValue }).result };
  if (typeof written !== 'string' || written === '') return answer as WrittenAnswer;
  const { mediaType: _, ...parts } = others as Omit<WrittenAnswer, 'written'>;
  return { ...parts, body: JSON.parse(written) as JsonValue };
}

function toWritten(answer: DocumentOverrideAnswer): AnyAnswer {
  if (answer.written !== undefined) return answer;
  const { body, status, headers } = answer;
  const more = { ...(status !== undefined && { status }), ...(headers && { headers }) };
  if (body === undefined) return { ...more, result: undefined };
  return { ...more, written: JSON.stringify(body), mediaType: 'application/json' };
}
