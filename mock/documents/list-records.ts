import type { JsonValue } from '../engines/openapi/json.ts';
import { isObject } from '../engines/openapi/json.ts';
import { readFilter } from '../engines/openapi/resources/describe-resource.ts';
import type { Envelope, PageInfo } from '../engines/openapi/resources/envelope.ts';
import { isPagingName } from '../engines/openapi/resources/paging.ts';
import type { Filter } from '../engines/openapi/resources/resource.ts';
import { toSnake } from '../engines/openapi/resources/words.ts';
import type { RequestInput } from './request-input.ts';

/** One page of a list. */
export interface RecordPage {
  readonly values: readonly JsonValue[];
  /** What the answer says about the page, as far as it has members for it. */
  readonly info: Readonly<Record<PageInfo, JsonValue>>;
  /** Query of the next page, if there is one, by parameter. */
  readonly next: Readonly<Record<string, string>> | undefined;
  /** Query parameters that change nothing. */
  readonly ignored: readonly string[];
}

/** Records of a page if nobody asks for a number. */
const usualSize = 20;

/**
 * Filters, orders and pages the records of a collection as a request asks.
 *
 * @param sent the query as sent, with parameters that the document does not have
 * @param members names of members that records can have
 */
export function listRecords(
  all: readonly JsonValue[],
  filters: readonly Filter[],
  { paging, order }: Envelope,
  { query, usual }: RequestInput,
  sent: Readonly<Record<string, unknown>>,
  members: Iterable<string>,
): RecordPage {
  const both = (name = '') => query.get(name) ?? usual.get(name);
  const byName = new Map([...members].map((name) => [toSnake(name), name]));
  const others = Object.keys(sent).filter(
    (name) =>
      !isPagingName(name) &&
      name !== 'match' &&
      !filters.some(({ parameter }) => parameter === toPlain(name)),
  );
  const more = others.flatMap((parameter): Filter[] => {
    const filter = readFilter(toPlain(parameter), byName);
    return filter ? [{ parameter, everything: [], ...filter }] : [];
  });
  const tests = [...filters, ...more].flatMap((filter) => {
    // What the document does not have is as it was sent: text.
    const wanted = query.get(filter.parameter) ?? (sent[filter.parameter] as JsonValue | undefined);
    return wanted === undefined ? [] : [toTest(filter, wanted)];
  });
  const isFound = (value: JsonValue) =>
    both('match') === 'any'
      ? tests.some((isSelected) => isSelected(value))
      : tests.every((isSelected) => isSelected(value));
  const found = ordered(
    tests.length === 0 ? [...all] : all.filter(isFound),
    both(order.by),
    both(order.direction),
  );
  const asked = Number(both(paging.size));
  const size =
    paging.kind === 'none' && paging.size === undefined
      ? Math.max(found.length, 1)
      : asked > 0
        ? asked
        : usualSize;
  const from = paging.from === undefined ? undefined : query.get(paging.from);
  // Clients ask for pages until one is empty, also where a document has no parameter for it.
  const skipped =
    paging.kind === 'none'
      ? toSkipped('page', sent['page'] as JsonValue | undefined, size)
      : toSkipped(paging.kind, from, size);
  const values = found.slice(skipped, skipped + size);
  const isLast = skipped + size >= found.length;
  const next = paging.kind === 'page' ? String(skipped / size + 2) : String(skipped + size);
  return {
    values,
    info: {
      total: found.length,
      count: values.length,
      page: Math.floor(skipped / size) + 1,
      size,
      pages: Math.ceil(found.length / size),
      next: isLast ? '' : next,
      more: !isLast,
    },
    next: isLast || paging.from === undefined ? undefined : { [paging.from]: next },
    ignored: others.filter((name) => !more.some(({ parameter }) => parameter === name)),
  };
}

/** Lists are sent as `name[]` too. */
const toPlain = (parameter: string) => parameter.replace(/\[\]$/, '');

function toSkipped(kind: Envelope['paging']['kind'], from: JsonValue | undefined, size: number): number {
  const number = Number(from);
  if (!Number.isFinite(number) || number <= 0) return 0;
  return Math.floor(kind === 'page' ? (number - 1) * size : number);
}

/** Whether a filter with a value selects a record. */
function toTest({ member, match, everything }: Filter, wanted: JsonValue): (value: JsonValue) => boolean {
  if (everything.includes(String(wanted))) return () => true;
  const ownOf = (value: JsonValue) => (isObject(value) ? value[member] : undefined);
  const isThere = (value: JsonValue) => (ownOf(value) ?? '') !== '';
  if (match === 'present') return (value) => isThere(value) === (wanted !== false);
  if (match === 'absent') return (value) => isThere(value) === (wanted === false);
  const texts = [wanted].flat().map((one) => toText(one as JsonValue));
  if (match === 'anywhere')
    return (value) => listTexts(value).some((own) => texts.some((text) => own.toLowerCase().includes(text)));
  const tests: Record<typeof match, (a: string, b: string) => boolean> = {
    equal: (a, b) => a === b,
    contains: (a, b) => a.includes(b),
    starts: (a, b) => a.startsWith(b),
    ends: (a, b) => a.endsWith(b),
  };
  const test = tests[match];
  return (value) => {
    const own = ownOf(value);
    const owns = Array.isArray(own) ? (own as readonly JsonValue[]) : [own];
    return owns.some((one) => {
      const text = toText(one);
      return texts.some((wantedText) => test(text, wantedText));
    });
  };
}

/** The texts of a record and of what is in it. */
function listTexts(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}

const toText = (value: JsonValue | undefined) =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? null)).toLowerCase();

function ordered(
  values: JsonValue[],
  by: JsonValue | undefined,
  direction: JsonValue | undefined,
): JsonValue[] {
  if (typeof by !== 'string' || !values.some((value) => isObject(value) && value[by] !== undefined))
    return values;
  const sign = typeof direction === 'string' && /^desc/i.test(direction) ? -1 : 1;
  const keyOf = (value: JsonValue) => (isObject(value) ? value[by] : undefined);
  return values.toSorted((a, b) => {
    const first = keyOf(a);
    const second = keyOf(b);
    if (first === second) return 0;
    if (typeof first === 'number' && typeof second === 'number') return sign * (first - second);
    return sign * toText(first).localeCompare(toText(second));
  });
}
