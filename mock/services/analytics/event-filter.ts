import { type EventFieldName, eventFields } from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';

/** A value of an event: text, a number, or a time in milliseconds since the epoch. */
export type EventValue = string | number;

const minute = 60_000;

const getTime = ({ datetime }: SecurityEvent): number => Date.parse(datetime);
const cutTo = (step: number) => (event: SecurityEvent) => Math.floor(getTime(event) / step) * step;

/** The value of each field of the dataset for an event; times are numbers, so that they compare as such. */
const values: Readonly<Record<EventFieldName, (event: SecurityEvent) => EventValue>> = {
  action: ({ action }) => action,
  clientASNDescription: () => '',
  clientAsn: ({ clientAsn }) => clientAsn,
  clientCountryName: ({ clientCountryName }) => clientCountryName,
  clientIP: ({ clientIP }) => clientIP,
  clientRequestHTTPHost: ({ clientRequestHTTPHost }) => clientRequestHTTPHost,
  clientRequestHTTPMethodName: ({ clientRequestHTTPMethodName }) => clientRequestHTTPMethodName,
  clientRequestHTTPProtocol: ({ clientRequestHTTPProtocol }) => clientRequestHTTPProtocol,
  clientRequestPath: ({ clientRequestPath }) => clientRequestPath,
  clientRequestQuery: ({ clientRequestQuery }) => clientRequestQuery,
  clientRequestScheme: ({ clientRequestScheme }) => clientRequestScheme,
  date: ({ datetime }) => datetime.slice(0, 10),
  datetime: getTime,
  datetimeFifteenMinutes: cutTo(15 * minute),
  datetimeFiveMinutes: cutTo(5 * minute),
  datetimeHour: cutTo(60 * minute),
  datetimeMinute: cutTo(minute),
  description: ({ description }) => description,
  edgeColoName: ({ edgeColoName }) => edgeColoName,
  edgeResponseStatus: ({ edgeResponseStatus }) => edgeResponseStatus,
  kind: () => 'firewall',
  matchIndex: ({ matchIndex }) => matchIndex,
  originResponseStatus: ({ originResponseStatus }) => originResponseStatus,
  rayName: ({ rayName }) => rayName,
  ref: ({ ref }) => ref,
  ruleId: ({ ruleId }) => ruleId ?? '',
  rulesetId: ({ rulesetId }) => rulesetId ?? '',
  sampleInterval: ({ sampleInterval }) => sampleInterval,
  source: ({ source }) => source,
  userAgent: ({ userAgent }) => userAgent,
};

/** The value of a field of the dataset for an event. */
export function eventValue(event: SecurityEvent, field: EventFieldName): EventValue {
  return values[field](event);
}

/** A filter from GraphQL, with names and types already checked by the schema. */
export type FilterInput = Readonly<Record<string, unknown>>;

type Test<T> = (value: T) => boolean;

/** The suffix of a field's name; without one the operator is equality. */
export const scalarOperators = ['', '_gt', '_lt', '_geq', '_leq', '_neq', '_in', '_notin'] as const;
export const stringOperators = ['_like', '_notlike'] as const;

type Operator = (typeof scalarOperators)[number] | (typeof stringOperators)[number];

/** Creates the test of each operator; GraphQL has checked that the operand has the field's type. */
const tests: Readonly<Record<Operator, (operand: never) => Test<EventValue>>> = {
  '': (operand: EventValue) => (value) => value === operand,
  _gt: (operand: EventValue) => (value) => value > operand,
  _lt: (operand: EventValue) => (value) => value < operand,
  _geq: (operand: EventValue) => (value) => value >= operand,
  _leq: (operand: EventValue) => (value) => value <= operand,
  _neq: (operand: EventValue) => (value) => value !== operand,
  _in: (operands: readonly EventValue[]) => {
    const wanted = new Set(operands);
    return (value) => wanted.has(value);
  },
  _notin: (operands: readonly EventValue[]) => {
    const unwanted = new Set(operands);
    return (value) => !unwanted.has(value);
  },
  _like: (pattern: string) => {
    const like = compileLike(pattern);
    return (value) => like(String(value));
  },
  _notlike: (pattern: string) => {
    const like = compileLike(pattern);
    return (value) => !like(String(value));
  },
};

/**
 * Compiles a filter of the dataset. An event must satisfy all members; a member that is null is ignored.
 *
 * @example
 * events.filter(compileFilter({ action: 'block', clientRequestPath_like: '/api/%' }))
 */
export function compileFilter(filter: FilterInput): Test<SecurityEvent> {
  const parts = Object.entries(filter).flatMap(([member, operand]): Test<SecurityEvent>[] => {
    if (operand === null || operand === undefined) return [];
    if (member === 'AND') return getFilters(operand);
    if (member === 'OR') {
      const branches = getFilters(operand);
      return [(event) => branches.some((branch) => branch(event))];
    }
    const [field, operator] = splitMember(member);
    // The schema of the filter gives the operand its type.
    const test = tests[operator](operand as never);
    return [(event) => test(eventValue(event, field))];
  });
  return (event) => parts.every((part) => part(event));
}

function getFilters(operand: unknown): Test<SecurityEvent>[] {
  return (operand as readonly FilterInput[]).map(compileFilter); // what the schema says of AND and OR
}

/** The field and the operator of a member such as `datetime_geq`. */
export function splitMember(member: string): [EventFieldName, Operator] {
  const at = member.indexOf('_');
  const field = at === -1 ? member : member.slice(0, at);
  const operator = at === -1 ? '' : member.slice(at);
  if (!Object.hasOwn(eventFields, field) || !Object.hasOwn(tests, operator)) throw new TypeError(member);
  return [field as EventFieldName, operator as Operator]; // checked in the line above
}

/** One sort key: a field, and the direction. */
export interface EventOrder {
  readonly field: EventFieldName;
  readonly descending: boolean;
}

/** Every order by its name in the schema: `datetime_DESC`. */
export const eventOrders: ReadonlyMap<string, EventOrder> = new Map(
  (Object.keys(eventFields) as EventFieldName[]).flatMap((field): [string, EventOrder][] => [
    [`${field}_ASC`, { field, descending: false }],
    [`${field}_DESC`, { field, descending: true }],
  ]),
);

/**
 * Sorts events by several orders. Equal events keep their order, or reverse it when the first order is a descending one
 * by time. Without orders, all events keep their order.
 *
 * @param events oldest first
 */
export function sortEvents(events: readonly SecurityEvent[], orders: readonly EventOrder[]): SecurityEvent[] {
  const [first] = orders;
  if (!first) return [...events];
  // Reads the keys once for each event, not once for each comparison.
  const keyed = events.map((event) => ({ event, keys: orders.map(({ field }) => eventValue(event, field)) }));
  if (first.descending && eventFields[first.field].type === 'Time') keyed.reverse();
  keyed.sort((a, b) => {
    for (const [index, { descending }] of orders.entries()) {
      const left = a.keys[index] as EventValue; // One key for each order.
      const right = b.keys[index] as EventValue;
      if (left !== right) return left < right === descending ? 1 : -1;
    }
    return 0;
  });
  return keyed.map(({ event }) => event);
}

/**
 * Compiles a pattern of `_like`: `%` matches any text, everything else itself, case-sensitive. Each part matches at its
 * first occurrence, so matching is one pass over the value.
 *
 * @example
 * compileLike('/api/%.json')('/api/orders.json') // true
 */
export function compileLike(pattern: string): (value: string) => boolean {
  const [first = '', ...rest] = pattern.split('%');
  const last = rest.pop();
  if (last === undefined) return (value) => value === first;
  return (value) => {
    if (!value.startsWith(first)) return false;
    let position = first.length;
    for (const part of rest) {
      const found = value.indexOf(part, position);
      if (found === -1) return false;
      position = found + part.length;
    }
    return value.length - last.length >= position && value.endsWith(last);
  };
}
