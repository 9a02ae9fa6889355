import type { DocumentOperation, Located, OpenApiDocument } from '../../mock/engines/openapi/document.ts';
import { isObject, type JsonValue } from '../../mock/engines/openapi/json.ts';
import { bodySchema } from '../../mock/engines/openapi/resources/body.ts';
import { readEnvelope } from '../../mock/engines/openapi/resources/envelope.ts';
import type { OutlineReader } from '../../mock/engines/openapi/resources/outline.ts';
import { toWords } from '../../mock/engines/openapi/resources/words.ts';
import type { Schemas } from '../../mock/engines/openapi/schemas/schemas.ts';

/** An operation of the register, with what is needed to call it by the client and to judge its answer. */
export interface Method {
  /** Collection and verb of the client: `load-balancers.pools` and `create`. */
  readonly collection: string;
  readonly verb: string;
  readonly operation: DocumentOperation;
  readonly document: OpenApiDocument;
  readonly schemas: Schemas;
  readonly outlineOf: OutlineReader;
}

export const show = (answer: unknown) => JSON.stringify(answer)?.slice(0, 200);

/** The records of an answer: itself, the entries of a list, and those up to two levels deeper. */
export function recordsIn(answer: unknown): readonly unknown[] {
  const all = Array.isArray(answer) ? (answer as unknown[]) : [answer];
  const partsOf = (one: unknown) =>
    typeof one === 'object' && one !== null ? Object.values(one).flat() : [];
  const inside = all.flatMap(partsOf);
  return [...all, ...inside, ...inside.flatMap(partsOf)];
}

/** The id of a new record, under one of the names that a user of the client would look for. */
export function findId(answer: unknown, variable: string, above: readonly string[]): string | undefined {
  if (typeof answer === 'string' && answer !== '') return answer;
  for (const record of recordsIn(answer))
    for (const name of toIdNames(variable)) {
      const value = (record as Record<string, unknown> | null)?.[name];
      const isId = (typeof value === 'string' && value !== '') || typeof value === 'number';
      if (isId && !above.includes(String(value))) return String(value);
    }
  return undefined;
}

/** Names of the member for which a path has a variable. */
function toIdNames(variable: string): readonly string[] {
  const words = toWords(variable);
  const ends = words.map((_, at) => words.slice(at).join('_'));
  const stems = words.map((_, at) => words.slice(at, -1).join('_')).filter((stem) => stem !== '');
  const stemmed = stems.flatMap((stem) => ['tag', 'uuid', 'name'].map((end) => `${stem}_${end}`));
  return [...ends, 'id', 'uuid', 'uid', 'tag', ...stemmed, 'ref', 'name', 'key', ...words];
}

export const holds = (record: unknown, id: string) =>
  String(record) === id ||
  (typeof record === 'object' && record !== null && Object.values(record).some((one) => String(one) === id));

/** @throws Error for a member that was sent, that the answer has by its type, and that it lacks */
export function requireSent(method: Method, sent: JsonValue, answer: unknown, step: string): void {
  const envelope = readEnvelope(method.document, method.operation);
  const schema = envelope?.list?.record ?? envelope?.record;
  if (!schema || method.outlineOf(schema).kind === 'value') return;
  const missing = recordsIn(answer).map((record) => findMissing(method, schema, firstOf(sent), record, ''));
  if (missing.length > 0 && !missing.includes(undefined))
    throw new Error(`${step}: ${missing[0]} is not what was sent: ${show(answer)}`);
}

/** Whether an answer has a member for the id by its type. */
export function namesId({ document, operation, outlineOf }: Method, variable: string): boolean {
  const { kind, members } = outlineOf(readEnvelope(document, operation)?.record);
  return kind === 'value' || toIdNames(variable).some((name) => members.has(name));
}

/** A body with the id of the record, where it has a member for it: in itself, or in the entries of a list. */
export function withId(body: JsonValue, record: unknown, id: string | undefined, isEntry = false): JsonValue {
  if (Array.isArray(body))
    return (body as JsonValue[]).slice(0, 1).map((entry) => withId(entry, record, id, true));
  const entry = recordsIn(record).find(
    (one) =>
      typeof one === 'object' && one !== null && Object.values(one).some((value) => String(value) === id),
  );
  if (!isObject(body) || !entry) return body;
  const own = Object.entries(entry).filter(
    ([name, value]) => (name in body || isEntry) && id !== undefined && String(value) === id,
  );
  const isWrapper = own.length === 0 && Object.keys(body).length === 1;
  const lists = Object.entries(body).filter(([, value]) => isWrapper && Array.isArray(value));
  const inner = lists.map(([name, value]) => [name, withId(value ?? null, entry, id)]);
  return { ...body, ...Object.fromEntries(own), ...Object.fromEntries(inner) };
}

/** Whether a change names no record, neither in its path nor in its body, though records have ids. */
export function namesNone({ operation, outlineOf }: Method, variable: string): boolean {
  if (variable === '' || operation.path.endsWith('}')) return false;
  const { kind, members } = outlineOf(bodySchema(operation));
  const [only] = members.values();
  return kind === 'object' && (members.size > 1 || outlineOf(only?.schema).kind !== 'array');
}

export const firstOf = (sent: JsonValue): JsonValue =>
  Array.isArray(sent) ? ((sent as JsonValue[])[0] ?? {}) : sent;

/** The first member of what was sent that an answer should have and lacks. */
export function findMissing(
  method: Method,
  schema: Located | undefined,
  sent: JsonValue,
  found: unknown,
  at: string,
): string | undefined {
  if (Array.isArray(sent)) {
    const items = method.outlineOf(schema).items;
    if (!Array.isArray(found) || found.length !== sent.length) return at;
    return sent
      .map((one: JsonValue, index) => findMissing(method, items, one, found[index], `${at}/${index}`))
      .find((one) => one !== undefined);
  }
  if (!isObject(sent))
    return sent === found || (sent === null && found === undefined) ? undefined : at || 'all';
  if (typeof found !== 'object' || found === null) return at || 'all';
  const { members } = method.outlineOf(schema);
  for (const [name, value] of Object.entries(sent)) {
    const member = members.get(name)?.schema;
    if (value === undefined || (members.size > 0 && !member)) continue;
    if (member && (member.node['writeOnly'] || method.schemas.judge(member, value, 'response').length > 0))
      continue;
    const missing = findMissing(
      method,
      member,
      value,
      (found as Record<string, unknown>)[name],
      `${at}/${name}`,
    );
    if (missing !== undefined) return missing;
  }
  return undefined;
}
