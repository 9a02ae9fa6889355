import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import type { Call } from '../api/call.ts';
import type { DocumentOperation, Located, Parameter } from '../engines/openapi/document.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { urlEncoded } from '../engines/openapi/resources/body.ts';
import { bodiless } from '../engines/openapi/resources/find-impossible.ts';
import type { SchemaProblem, Schemas } from '../engines/openapi/schemas/schemas.ts';
import { inexact, isExact } from './exact-numbers.ts';
import { type FormTypes, nearest, readFields, toScalars } from './form-fields.ts';

/** What a request of a document's operation brings. */
export interface RequestInput {
  /** Query parameters that were sent, converted to the types of their schemas. */
  readonly query: ReadonlyMap<string, JsonValue>;
  /** Defaults of those that were not. */
  readonly usual: ReadonlyMap<string, JsonValue>;
  /** The JSON body, or the fields of a form; undefined without one. */
  readonly body: JsonValue | undefined;
  /** The bytes of a body or of the first file of a form. */
  readonly file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string } | undefined;
}

/** What the body of a request is judged with. */
export interface BodyContext extends FormTypes {
  /** The record that the request changes, if there is one. */
  readonly before: JsonValue | undefined;
  /** Whether a member of the body may be missing although the schema requires it. */
  readonly mayMiss: (name: string) => boolean;
}

/**
 * Reads a request and judges it by the document.
 *
 * @throws ApiError `query-invalid`, or `body-invalid` with a JSON pointer to the member
 */
export async function readInput(
  operation: DocumentOperation,
  call: Call<Endpoint>,
  context: BodyContext,
): Promise<RequestInput> {
  const { schemas } = context;
  const { query, usual } = readQuery(
    operation.parameters,
    schemas,
    call.query as Readonly<Record<string, unknown>>,
  );
  const content = operation.body?.content ?? [];
  const listed = (type: string) => content.find((media) => media.type === type);
  const { upload } = call;
  if (upload?.type === 'multipart') {
    const { schema } = listed('multipart/form-data') ?? {};
    return { query, usual, ...(await readForm(upload.form, schema, context)) };
  }
  const form = listed(urlEncoded);
  // A client that sends nothing names no type.
  const isForm = form && (content.length === 1 || upload?.mediaType.toLowerCase().startsWith(urlEncoded));
  if (upload && !isForm) {
    return { query, usual, body: undefined, file: { bytes: upload.bytes, mediaType: upload.mediaType } };
  }
  const json = content.find(({ type }) => isJson(type));
  const { schema } = (upload ? form : (json ?? form)) ?? {};
  const body = upload
    ? readFields(new URLSearchParams(new TextDecoder().decode(upload.bytes)), schema, context)
    : (call.body as JsonValue | undefined);
  const takesBody = !bodiless.has(operation.method);
  // Clients leave out a body without members, required or not.
  const isNeeded = () => schema !== undefined && schemas.judge(schema, {}, 'request').length > 0;
  if (body === undefined && operation.body?.required && takesBody && isNeeded()) {
    throw new ApiError(
      'body-invalid',
      { field: 'the body', problem: `is required: send it as ${json ? 'JSON' : urlEncoded}` },
      '',
    );
  }
  if (body !== undefined && schema && !fitsChanged(schema, body, schemas, context)) {
    const isAllowed = ({ keyword, pointer }: SchemaProblem) =>
      keyword === 'required' && context.mayMiss(pointer.slice(1));
    refuse(schemas.judge(schema, body, 'request').filter((problem) => !isAllowed(problem)));
  }
  return { query, usual, body, file: undefined };
}

/**
 * Whether a record would fit a schema with a change made. A whole record finds its branch of a `oneOf` fast. A change
 * alone fits none, as members are missing, and finding the nearest takes a look at each.
 */
function fitsChanged(schema: Located, change: JsonValue, schemas: Schemas, { before }: BodyContext): boolean {
  if (!isObject(before) || !isObject(change)) return false;
  const members = schemas.members(schema);
  const sendable = Object.entries(before).filter(([name]) => members.get(name)?.readOnly === false);
  return schemas.judge(schema, { ...Object.fromEntries(sendable), ...change }, 'request').length === 0;
}

const isJson = (type: string) => /^application\/(?:[\w.-]+\+)?json$/.test(type) || type === '*/*';

/** @throws ApiError for the first problem */
function refuse([first]: readonly SchemaProblem[]): void {
  if (!first) return;
  const field = first.pointer.slice(1).replaceAll('/', '.') || 'the body';
  throw new ApiError('body-invalid', { field, problem: first.problem }, first.pointer);
}

function readQuery(
  parameters: readonly Parameter[],
  schemas: Schemas,
  given: Readonly<Record<string, unknown>>,
): Pick<RequestInput, 'query' | 'usual'> {
  const query = new Map<string, JsonValue>();
  const usual = new Map<string, JsonValue>();
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue;
    const { name, required, schema } = parameter;
    const sent = given[name] ?? given[`${name}[]`];
    if (sent === undefined) {
      if (required) throw new ApiError('query-invalid', { field: name, problem: 'is required' });
      const value = schema?.node['default'];
      if (value !== undefined) usual.set(name, value);
      continue;
    }
    const candidates = schema
      ? toCandidates(sent as string | readonly string[], parameter)
      : [sent as JsonValue];
    const problems = candidates.map((value) => (schema ? schemas.judge(schema, value, 'request') : []));
    const meant = nearest(problems);
    const [first] = problems.at(meant) ?? [];
    if (first) throw new ApiError('query-invalid', { field: name, problem: first.problem });
    const value = candidates.at(meant) ?? null;
    if (typeof value === 'number' && typeof sent === 'string' && /^-?\d+$/.test(sent) && !isExact(sent))
      throw new ApiError('query-invalid', { field: name, problem: inexact });
    query.set(name, value);
  }
  return { query, usual };
}

/** The values that a text of a query may mean. Its schema decides, the first that fits. */
function toCandidates(sent: string | readonly string[], { explode }: Parameter): JsonValue[] {
  const texts = [sent].flat();
  const parts = explode && texts.length > 1 ? texts : texts.flatMap((text) => text.split(','));
  const single = texts[0] ?? '';
  const scalars = toScalars(single);
  return [single, ...scalars, parts, parts.map((part) => toScalars(part)[0] ?? part)];
}

/** Reads the fields and the first file of a form. */
async function readForm(
  form: FormData,
  schema: Located | undefined,
  types: FormTypes,
): Promise<Pick<RequestInput, 'body' | 'file'>> {
  const fields: [name: string, text: string][] = [];
  let file: RequestInput['file'];
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      fields.push([name, value]);
      continue;
    }
    file ??= {
      bytes: new Uint8Array(await value.arrayBuffer()),
      mediaType: value.type || 'application/octet-stream',
    };
  }
  return { body: readFields(fields, schema, types), file };
}
