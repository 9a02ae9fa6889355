import type { z } from 'zod';
import { ApiError } from '../../../../spec/errors.ts';
import {
  dottedFilters,
  type LogFilter,
  type LogFilterOperator,
  logFilterSchema,
} from '../../../../spec/services/ai-gateway/log-filters.ts';
import type { logDeleteQuery, logListQuery, logOrders } from '../../../../spec/services/ai-gateway/logs.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { getMember, type LogValue, toMetadata, totalTokens } from './log-members.ts';

type ListQuery = z.output<typeof logListQuery>;
type DeleteQuery = z.output<typeof logDeleteQuery>;

/**
 * The log entries that a list query selects, in its order: the newest first by default.
 *
 * @param sent the query as sent, whose order says which values belong to which filter
 * @throws ApiError `query-invalid` for malformed filters in the spelling of client libraries
 */
export function selectListed(
  logs: readonly StoredLog[],
  query: ListQuery,
  sent: URLSearchParams,
): StoredLog[] {
  const found = which(logs, [...filterTests(query, sent), ...parameterTests(query)]);
  return orderLogs(found, query.order_by, query.order_by_direction ?? 'desc');
}

/**
 * The log entries that a deletion selects: the oldest first by default, and no more than its limit.
 *
 * @throws ApiError `query-invalid` as {@link selectListed}
 */
export function selectDeleted(
  logs: readonly StoredLog[],
  query: DeleteQuery,
  sent: URLSearchParams,
): StoredLog[] {
  const found = which(logs, filterTests(query, sent));
  return orderLogs(found, query.order_by, query.order_by_direction ?? 'asc').slice(0, query.limit);
}

function which(logs: readonly StoredLog[], tests: readonly LogTest[]): readonly StoredLog[] {
  return tests.length === 0 ? logs : logs.filter((log) => tests.every((test) => test(log)));
}

/** Filters of both spellings; an entry must satisfy all. */
function filterTests({ filters = [] }: ListQuery | DeleteQuery, sent: URLSearchParams): LogTest[] {
  return [...filters, ...spelled(sent)].map(logFilter);
}

function spelled(sent: URLSearchParams): LogFilter[] {
  return dottedFilters(sent).map((filter) => {
    const { success, data, error } = logFilterSchema.safeParse(filter);
    if (success) return data;
    const [issue] = error.issues;
    const field = ['filters', ...(issue?.path.slice(0, 1) ?? [])].join('.');
    throw new ApiError('query-invalid', { field, problem: issue?.message ?? 'is no filter' });
  });
}

/** Members that a parameter compares for equality. */
const equals = [
  'success',
  'cached',
  'model',
  'model_type',
  'provider',
  'request_content_type',
  'response_content_type',
] as const;

/** Numbers with a parameter for either bound. */
export const bounded = {
  cost: ({ entry }: StoredLog) => entry.cost ?? null,
  duration: ({ entry }: StoredLog) => entry.duration,
  tokens_in: ({ entry }: StoredLog) => entry.tokens_in,
  tokens_out: ({ entry }: StoredLog) => entry.tokens_out,
  total_tokens: totalTokens,
} as const;

type Bounded = keyof typeof bounded;

// `Object.keys` loses the type of the keys.
export const boundedMembers = Object.keys(bounded) as readonly Bounded[];

function parameterTests(query: ListQuery): LogTest[] {
  const tests: LogTest[] = [];
  for (const member of equals) {
    const wanted = query[member];
    if (wanted !== undefined) tests.push(({ entry }) => entry[member] === wanted);
  }
  for (const member of boundedMembers) {
    const value = bounded[member];
    const least = query[`min_${member}`];
    const most = query[`max_${member}`];
    // An unknown number is outside all bounds.
    if (least !== undefined) tests.push((log) => (value(log) ?? Number.NEGATIVE_INFINITY) >= least);
    if (most !== undefined) tests.push((log) => (value(log) ?? Number.POSITIVE_INFINITY) <= most);
  }
  const { start_date, end_date, feedback, search } = query;
  if (start_date !== undefined) tests.push(timeTest(start_date, (at, bound) => at >= bound));
  if (end_date !== undefined) tests.push(timeTest(end_date, (at, bound) => at <= bound));
  if (feedback !== undefined) tests.push(feedbackTest(feedback === 1));
  if (search !== undefined && search !== '') tests.push(searchTest(search));
  return tests;
}

function timeTest(bound: string, holds: (at: number, bound: number) => boolean): LogTest {
  const time = Date.parse(bound);
  return ({ entry }) => holds(Date.parse(entry.created_at), time);
}

/** The parameter is good or bad, the member a number: feedback of 0 or less is bad. */
function feedbackTest(good: boolean): LogTest {
  return ({ feedback }) => feedback !== null && feedback > 0 === good;
}

/** Text of an entry or of its bodies, case-insensitive. */
function searchTest(search: string): LogTest {
  const pattern = new RegExp(search.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');
  return (log) => {
    const { id, entry, requestBody, responseBody } = log;
    return (
      [id, entry.provider, entry.model, entry.path, requestBody, responseBody].some(
        (text) => text !== null && pattern.test(text),
      ) || toMetadata(log).some(([key, value]) => pattern.test(key) || pattern.test(String(value)))
    );
  };
}

type LogOrder = (typeof logOrders)[number];
type Direction = 'asc' | 'desc';

/**
 * Log entries in order; equal ones are in the order of their times.
 *
 * @param logs in the order of insertion, the oldest first
 */
function orderLogs(
  logs: readonly StoredLog[],
  order: LogOrder = 'created_at',
  direction: Direction = 'desc',
): StoredLog[] {
  // An entry is added when its answer ends, but has the time of its request. Entries of one time stay in the order of
  // insertion.
  const ordered = [...logs].sort((a, b) => compare(a.entry.created_at, b.entry.created_at));
  if (order !== 'created_at') ordered.sort((a, b) => compare(getKey(a, order), getKey(b, order)));
  return direction === 'asc' ? ordered : ordered.reverse();
}

/** False sorts before true, and unknown values before everything. */
function getKey({ entry }: StoredLog, order: LogOrder): string | number {
  const value = entry[order];
  return typeof value === 'boolean' ? Number(value) : (value ?? '');
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type LogTest = (log: StoredLog) => boolean;

/**
 * Compiles a filter to a function that tests a log entry.
 *
 * The values of a filter are alternatives; `neq` is the opposite of `eq`, so it matches when no value is equal. A query
 * sends every value as text, so text is converted to the type that it is compared with.
 *
 * @example
 * const test = logFilter({ key: 'tokens', operator: 'gt', value: [100] });
 * logs.filter(test);
 */
export function logFilter({ key, operator, value }: LogFilter): LogTest {
  const read = getMember(key);
  if (operator === 'neq') {
    const equal = logFilter({ key, operator: 'eq', value });
    return (log) => !equal(log);
  }
  const isTime = key === 'created_at';
  const tests = value.map((wanted) => comparison(operator, wanted, isTime));
  return (log) => read(log).some((member) => tests.some((test) => test(member)));
}

function comparison(
  operator: Exclude<LogFilterOperator, 'neq'>,
  wanted: LogValue,
  isTime: boolean,
): (member: LogValue) => boolean {
  switch (operator) {
    case 'eq':
      return isTime ? sameTime(wanted) : (member) => isEqual(member, wanted);
    case 'contains': {
      const part = String(wanted).toLowerCase();
      return (member) => member !== null && String(member).toLowerCase().includes(part);
    }
    case 'lt':
      return inOrder(wanted, isTime, (member, bound) => member < bound);
    case 'gt':
      return inOrder(wanted, isTime, (member, bound) => member > bound);
  }
}

function isEqual(member: LogValue, wanted: LogValue): boolean {
  if (member === wanted) return true;
  if (member === null || wanted === null) return false;
  if (typeof member === 'number') return wanted !== '' && Number(wanted) === member;
  return String(member) === String(wanted);
}

/** A time has several spellings. */
function sameTime(wanted: LogValue): (member: LogValue) => boolean {
  const at = getTime(wanted);
  return (member) => member === wanted || getTime(member) === at;
}

/** Compares times and numbers by value, everything else as text. */
function inOrder(
  wanted: LogValue,
  isTime: boolean,
  holds: (member: string | number, bound: string | number) => boolean,
): (member: LogValue) => boolean {
  if (wanted === null) return () => false;
  if (isTime) {
    const bound = getTime(wanted);
    return (member) => holds(getTime(member), bound);
  }
  const number = wanted === '' ? Number.NaN : Number(wanted);
  const text = String(wanted);
  return (member) => {
    if (member === null) return false;
    return typeof member === 'number' ? holds(member, number) : holds(String(member), text);
  };
}

/** NaN without a time, which is before, after and equal to nothing. */
function getTime(value: LogValue): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
