import { parseAccept } from 'hono/utils/accept';
import type { Endpoint } from '../../spec/endpoint.ts';
import type { ResultAnswer, WrittenAnswer } from '../api/call.ts';
import { toIgnored } from '../api/ignored-parameters.ts';
import type { DocumentOperation, Located, MediaType } from '../engines/openapi/document.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { readPointer, toPointer } from '../engines/openapi/pointer.ts';
import { type Envelope, isJsonType } from '../engines/openapi/resources/envelope.ts';
import { isSame } from '../engines/openapi/resources/outline.ts';
import type { Schemas } from '../engines/openapi/schemas/schemas.ts';
import { withAt } from './json-place.ts';
import type { RecordPage } from './list-records.ts';
import { isTextType, writeAs } from './text-answer.ts';

/** How the answers of an operation are written. */
export interface AnswerParts {
  readonly schemas: Schemas;
  readonly operation: DocumentOperation;
  /** Whether what is not known is invented; if not, it is empty. */
  readonly invents: boolean;
  /** Undefined if the document describes no successful answer. */
  readonly envelope: Envelope | undefined;
}

export type DocumentAnswer = WrittenAnswer | ResultAnswer<Endpoint>;

/** Members that say that a request went well. */
const goodNews: Readonly<Record<string, JsonValue>> = {
  success: true,
  ok: true,
  errors: [],
  messages: [],
  error: null,
};

/**
 * Writes an answer with a record in its place, or without one a sample. It fits the schema of the document.
 *
 * @param kind schema of the record, for an answer that has it in a member, or in a list
 */
export function answerRecord(parts: AnswerParts, record?: JsonValue, kind?: Located): DocumentAnswer {
  const { envelope, schemas } = parts;
  if (!envelope?.mediaType) return { result: undefined };
  const { schema, list } = envelope;
  // Some answer one record with a list of it.
  if (kind && list && record !== undefined && !isSame(envelope.record, kind))
    return answerRecords(parts, [record]);
  const pointer = getPointer(schemas, envelope, kind);
  if (!isJsonType(envelope.mediaType)) return answerText(parts, record);
  const { example } = envelope;
  const value = record ?? (example === undefined ? sampleRecord(parts, envelope) : undefined);
  const given = value === undefined || pointer === undefined ? undefined : withAt(undefined, pointer, value);
  return written(
    schema ? toFitting(parts, schema, given ?? example, example) : (record ?? example ?? null),
    envelope.mediaType,
  );
}

/** Writes an answer that is no JSON: a record that fits, or the example, or a sample. */
function answerText(
  { schemas, operation, invents, envelope }: AnswerParts,
  record?: JsonValue,
): DocumentAnswer {
  const { mediaType = '', schema, example } = envelope ?? {};
  if (!isTextType(mediaType)) return { written: '', mediaType: toMediaType(mediaType) };
  const type = withCharset(mediaType);
  const isOwn =
    record !== undefined &&
    record !== null &&
    (schema === undefined || schemas.judge(schema, record, 'response').length === 0);
  const given = isOwn ? record : example;
  // A text of a user or of the document is written as it is.
  if (typeof given === 'string') return { written: given, mediaType: type };
  if (given === undefined && !invents) return { written: '', mediaType: type };
  const title = operation.summary || operation.id;
  const value = given ?? (schema ? schemas.sample(schema, 'response', operation.id) : title);
  return { written: writeAs(mediaType, value, { schemas, schema, title }), mediaType: type };
}

/** Records that the example of an answer has: one, or those of a list. @param kind schema of a record */
export function getExamples(
  { schemas, envelope }: Pick<AnswerParts, 'schemas' | 'envelope'>,
  kind: Located | undefined,
): readonly JsonValue[] {
  if (envelope?.example === undefined || !isJsonType(envelope.mediaType ?? '')) return [];
  const { example, list } = envelope;
  const pointer = list?.pointer ?? getPointer(schemas, envelope, kind);
  const found = pointer === undefined ? undefined : readPointer(example, pointer);
  if (list) return Array.isArray(found) ? (found as readonly JsonValue[]) : [];
  return found === undefined || found === null ? [] : [found];
}

/** Writes an answer with several records, or a sample if it has no list. */
export function answerRecords(parts: AnswerParts, records: readonly JsonValue[]): DocumentAnswer {
  const { list, schema, mediaType = '', example } = parts.envelope ?? {};
  if (!list || !schema || !isJsonType(mediaType)) return answerRecord(parts);
  return written(toFitting(parts, schema, withAt(undefined, list.pointer, records), example), mediaType);
}

/** A record for an envelope, which need not have one: its schema may not require it. */
const sampleRecord = (
  { schemas, operation, invents }: AnswerParts,
  { pointer, record }: Envelope,
): JsonValue | undefined =>
  pointer && record
    ? schemas.fill(record, undefined, 'response', {
        seed: operation.id,
        plain: !invents,
        empties: !invents,
      })
    : undefined;

/** Where an answer has a record: a member with the schema of the record is nearer than what is around it. */
function getPointer(schemas: Schemas, { pointer, record }: Envelope, kind?: Located): string | undefined {
  if (pointer === undefined || !record || !kind || isSame(record, kind)) return pointer;
  const isKind = ({ node, pointer: at }: Located) =>
    at === kind.pointer || node['$ref'] === `#${kind.pointer}`;
  const own = [...schemas.members(record)].filter(([, { schema }]) => isKind(schema));
  const [only, ...others] = own;
  return only && others.length === 0 ? `${pointer}${toPointer(only[0])}` : pointer;
}

/** Writes a page of a list. @param isPlatform whether the envelope is the platform's */
export function answerPage(
  parts: AnswerParts,
  page: RecordPage,
  url: string,
  isPlatform: boolean,
): DocumentAnswer {
  const { envelope } = parts;
  if (!envelope?.mediaType || !envelope.list) return answerRecord(parts);
  let given: JsonValue = withAt(undefined, envelope.list.pointer, [...page.values]);
  for (const [what, pointer] of Object.entries(envelope.info)) {
    given = withAt(given, pointer, page.info[what as keyof RecordPage['info']]);
  }
  const { schema, example } = envelope;
  if (isPlatform && page.ignored.length > 0)
    given = withAt(
      given,
      '/messages',
      page.ignored.map((name) => ({ ...toIgnored(name) })),
    );
  const value = schema ? toFitting(parts, schema, given, example) : given;
  const answer = written(value, envelope.mediaType);
  return envelope.paging.link && page.next
    ? { ...answer, headers: { link: toLink(url, page.next) } }
    : answer;
}

/**
 * An answer in the media type that a client prefers among those that the document offers, if there is a text of it.
 *
 * @param accept the header of that name
 * @param hasState whether the answer is about a record; else the example of the other type comes first
 */
export function toAccepted(
  answer: DocumentAnswer,
  { schemas, operation, invents, envelope }: AnswerParts,
  accept: string | null,
  hasState: boolean,
): DocumentAnswer {
  if (accept === null || typeof answer.written !== 'string' || !envelope || envelope.content.length < 2)
    return answer;
  const media = findAccepted(accept, envelope);
  if (!media || media.type === envelope.mediaType) return answer;
  const { schema, example } = media;
  const whole = JSON.parse(answer.written) as JsonValue;
  const at = (pointer: string | undefined) =>
    pointer === undefined ? undefined : readPointer(whole, pointer);
  const inside = [whole, at(envelope.list?.pointer), at(envelope.pointer)];
  const isAny = !schema || schemas.judge(schema, 'a,b', 'response').length === 0;
  // A text of any kind, such as CSV, has the records without what is around them.
  const own = isAny
    ? inside.findLast((value) => value !== undefined)
    : inside.find((value) => value !== undefined && schemas.judge(schema, value, 'response').length === 0);
  const parts = {
    schemas,
    operation,
    invents,
    envelope: { ...envelope, mediaType: media.type, schema, example },
  };
  if (own === undefined || (example !== undefined && !hasState)) return answerText(parts);
  const source = {
    schemas,
    schema: isAny ? envelope.schema : schema,
    title: operation.summary || operation.id,
  };
  return { ...answer, written: writeAs(media.type, own, source), mediaType: withCharset(media.type) };
}

/** The type that a client weighs most; of several, the one that it would get without asking. */
function findAccepted(accept: string, { content, mediaType }: Envelope): MediaType | undefined {
  const ranges = parseAccept(accept);
  const weigh = (type: string) =>
    [type, `${type.split('/')[0]}/*`, '*/*']
      .map((range) => ranges.find((one) => one.type.toLowerCase() === range)?.q)
      .find((weight) => weight !== undefined) ?? 0;
  return content
    .filter(({ type }) => isJsonType(type) || isTextType(type))
    .toSorted((a, b) => Number(b.type === mediaType) - Number(a.type === mediaType))
    .toSorted((a, b) => weigh(b.type) - weigh(a.type))[0];
}

const withCharset = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type);

const toMediaType = (type: string) => (type.includes('*') ? 'application/octet-stream' : type);

/** @param example has what is missing */
function toFitting(
  { schemas, operation, invents }: AnswerParts,
  schema: Located,
  given: JsonValue | undefined,
  example: JsonValue | undefined,
): JsonValue {
  return schemas.fill(schema, withGoodNews(schemas, schema, given), 'response', {
    seed: operation.id,
    plain: !invents,
    hints: (name) => goodNews[name],
    example,
  });
}

/** Adds what an envelope says of a success, where its schema has members for it. */
function withGoodNews(
  schemas: Schemas,
  schema: Located,
  given: JsonValue | undefined,
): JsonValue | undefined {
  if (given !== undefined && !isObject(given)) return given;
  const members = schemas.members(schema);
  const news = Object.entries(goodNews).filter(([name, value]) => {
    const member = members.get(name);
    return (
      member !== undefined &&
      schemas.judge(member.schema, value, 'response').length === 0 &&
      (member.required || value !== null)
    );
  });
  return news.length === 0 ? given : { ...Object.fromEntries(news), ...given };
}

const written = (value: JsonValue, mediaType: string): WrittenAnswer => ({
  written: JSON.stringify(value),
  mediaType,
});

function toLink(url: string, next: Readonly<Record<string, string>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(next)) target.searchParams.set(name, value);
  return `<${target.href}>; rel="next"`;
}
