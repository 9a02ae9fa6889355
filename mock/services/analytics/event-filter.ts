import { type EventFieldName, eventFields } from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { type EventValue, eventValue } from './event-values.ts';
import { compileLike } from './like.ts';

/** A filter as GraphQL hands it in: its schema has checked names and types. */
export type FilterInput = Readonly<Record<string, unknown>>;

type Test<T> = (value: T) => boolean;

/** What follows a field's name; the bare name asks for the value itself. */
export const scalarOperators = ['', '_gt', '_lt', '_geq', '_leq', '_neq', '_in', '_notin'] as const;
export const stringOperators = ['_like', '_notlike'] as const;

type Operator = (typeof scalarOperators)[number] | (typeof stringOperators)[number];

/** Makes the test of one operator; GraphQL has checked that the operand is of the field's type. */
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
 * Compiles a filter of the dataset. Members hold together; a member that is null is as if it were not there.
 *
 * @example
 * events.filter(compileFilter({ action: 'block', clientRequestPath_like: '/api/%' }))
 */
export function compileFilter(filter: FilterInput): Test<SecurityEvent> {
  const parts = Object.entries(filter).flatMap(([member, operand]): Test<SecurityEvent>[] => {
    if (operand === null || operand === undefined) return [];
    if (member === 'AND') return filtersOf(operand);
    if (member === 'OR') {
      const branches = filtersOf(operand);
      return [(event) => branches.some((branch) => branch(event))];
    }
    const [field, operator] = splitMember(member);
    // The schema of the filter gives the operand its type.
    const test = tests[operator](operand as never);
    return [(event) => test(eventValue(event, field))];
  });
  return (event) => parts.every((part) => part(event));
}

function filtersOf(operand: unknown): Test<SecurityEvent>[] {
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
