import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';
import type { Call } from '../api/call.ts';
import type { DocumentOperation, Located, MediaType, Parameter } from '../engines/openapi/document.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { toPointer } from '../engines/openapi/pointer.ts';
import { urlEncoded } from '../engines/openapi/resources/body.ts';
import { bodiless } from '../engines/openapi/resources/find-impossible.ts';
import type { Outline } from '../engines/openapi/resources/outline.ts';
import { isPagingName } from '../engines/openapi/resources/paging.ts';
import type { SchemaProblem, Schemas } from '../engines/openapi/schemas/schemas.ts';
import { inexact, isExact } from './exact-numbers.ts';
import { type FormTypes, nearest, readFields, toScalars } from './form-fields.ts';
import { isTextType } from './text-answer.ts';

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
  /** Whether the record is its bytes. */
  readonly isRaw: boolean;
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
  const { media, body, judged = body, file } = await readBody(operation, call, context);
  const { schema } = media ?? {};
  // Clients leave out a body without members, required or not.
  const isNeeded = () => schema !== undefined && schemas.judge(schema, {}, 'request').length > 0;
  if (
    body === undefined &&
    !file &&
    operation.body?.required &&
    !bodiless.has(operation.method) &&
    isNeeded()
  ) {
    const type = media && isJson(media.type) ? 'JSON' : media?.type;
    const problem = `is required: send it as ${type}`;
    throw new ApiError('body-invalid', { field: 'the body', problem }, '');
  }
  if (judged !== undefined && schema && !fitsChanged(schema, judged, schemas, context)) {
    const isAllowed = ({ keyword, pointer }: SchemaProblem) =>
      keyword === 'required' && context.mayMiss(pointer.slice(1));
    const isOfFile = ({ keyword, pointer }: SchemaProblem) =>
      keyword !== 'type' && file?.members.some((name) => pointer.startsWith(toPointer(name)));
    const problems = schemas.judge(schema, judged, 'request');
    refuse(problems.filter((problem) => !isAllowed(problem) && !isOfFile(problem)));
  }
  return { query, usual, body, file };
}

/** A body as it is read: which of the listed types it has, and what is judged, if that is not its value. */
interface ReadBody {
  readonly media: MediaType | undefined;
  readonly body: JsonValue | undefined;
  readonly judged?: JsonValue;
  readonly file?: (NonNullable<RequestInput['file']> & { readonly members: readonly string[] }) | undefined;
}

async function readBody(
  { body: described }: DocumentOperation,
  { upload, body }: Call<Endpoint>,
  context: BodyContext,
): Promise<ReadBody> {
  const content = described?.content ?? [];
  const listed = (type: string) => content.find((media) => media.type === type);
  if (!upload) {
    // A client that sends nothing names no type.
    const media = content.find(({ type }) => isJson(type)) ?? content.find(({ type }) => isRead(type));
    return { media, body: body as JsonValue | undefined };
  }
  if (upload.type === 'multipart') {
    const media = listed('multipart/form-data');
    return { media, ...(await readForm(upload.form, media ?? {}, context)) };
  }
  const [sent = ''] = upload.mediaType.toLowerCase().split(';');
  const isUnsaid = content.length === 1 && listed(urlEncoded) !== undefined;
  const media = isUnsaid ? content[0] : listed(sent.trim());
  const text = () => new TextDecoder().decode(upload.bytes);
  if (media?.type === urlEncoded)
    return { media, body: readFields(new URLSearchParams(text()), media, context) };
  const file = { bytes: upload.bytes, mediaType: upload.mediaType, members: [] };
  const isText = media?.schema !== undefined && isTextType(media.type);
  const possible = media ? [media] : content;
  if (!isText && !context.isRaw && possible.every(({ schema }) => hasParts(context.outlineOf(schema)))) {
    if (upload.bytes.length === 0) return { media: possible[0], body: undefined };
    throw unread(sent.trim(), content);
  }
  if (!isText) return { media: undefined, body: undefined, file };
  const { readAs } = await import('./text-body.ts');
  if (upload.bytes.length === 0 && isRead(media.type)) return { media, body: undefined };
  const value = await readAs(media.type, text(), media.schema, context);
  // Bytes that are kept as they came are only judged.
  return { media, body: context.isRaw ? undefined : value, judged: value, file };
}

/** Whether a value has members or items: bytes that are not read have none. */
const hasParts = ({ kind, members }: Outline) => kind === 'array' || members.size > 0;

/** The refusal of bytes that can't be read as what the document describes. @param sent bytes without a type are octets */
function unread(sent: string, content: readonly MediaType[]): ApiError {
  const types = content.map(({ type }) => type);
  if (sent === 'application/octet-stream' && !types.includes(sent))
    return new ApiError('document-media-type', { value: 'none', types: types.join(' or ') });
  const problem = `A body with members or items can't be read as ${sent}: list JSON, a form, XML, YAML or CSV in the document`;
  return new ApiError('document-schema-unusable', { problem });
}

/** Types that are read, and so need a body. */
const isRead = (type: string) =>
  type === urlEncoded || type === 'multipart/form-data' || /[/+]xml$/.test(type);

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
/** @throws ApiError `body-invalid` for the first of the problems */
export function refuse([first]: readonly SchemaProblem[]): void {
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
    if (first?.bound !== undefined && isPagingName(name)) {
      query.set(name, first.bound);
      continue;
    }
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
  // Clients send null as an empty text.
  const empty = single === '' ? [null] : [];
  return [single, ...scalars, ...empty, parts, parts.map((part) => toScalars(part)[0] ?? part)];
}

/** Reads the fields and the first file of a form. A part is a field too, where the schema has an object. */
async function readForm(
  form: FormData,
  media: Partial<MediaType>,
  types: FormTypes,
): Promise<Pick<ReadBody, 'body' | 'judged' | 'file'>> {
  const fields: (readonly [name: string, text: string])[] = [];
  const files: File[] = [];
  const members: string[] = [];
  const { members: known } = types.outlineOf(media.schema);
  for (const [name, value] of form) {
    const { kind, items } = types.outlineOf(known.get(name)?.schema);
    const isNested = kind === 'object' || (kind === 'array' && types.outlineOf(items).kind !== 'value');
    if (typeof value === 'string') fields.push([name, value]);
    // Some runtimes don't know the type of a part without a file name.
    else if (isNested) fields.push([name, await value.text()]);
    else {
      files.push(value);
      members.push(name.replace(/\[.*/, ''));
    }
  }
  const body = readFields(fields, media, types);
  const [first] = files;
  if (!first) return { body };
  const file = {
    bytes: new Uint8Array(await first.arrayBuffer()),
    mediaType: first.type || 'application/octet-stream',
    members,
  };
  const named = members.map((name) => [name, ''] as const);
  return { body, judged: readFields([...fields, ...named], media, types), file };
}
