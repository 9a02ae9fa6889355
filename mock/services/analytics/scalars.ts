import type { GraphQLScalarType } from 'graphql';
import type { AnalyticsScalar } from '../../../spec/services/analytics/endpoints.ts';
import type { Graphql } from './graphql-module.ts';

/** The scalars of the analytics schema. */
export type Scalars = Readonly<Record<AnalyticsScalar, GraphQLScalarType>>;

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Makes the scalars. Times are milliseconds since the epoch inside of the mock and RFC 3339 outside.
 */
export function createScalars({ GraphQLScalarType }: Graphql): Scalars {
  const wrong = (value: unknown, name: string) =>
    new TypeError(`${JSON.stringify(value) ?? String(value)} is not a value of type ${name}`);

  const integer = (name: AnalyticsScalar, largest: number) => {
    const check = (value: unknown) => {
      if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= largest) return Number(value);
      throw wrong(value, name);
    };
    const description = `A whole number from 0 to ${largest}`;
    return new GraphQLScalarType({ name, description, coerceInputValue: check, coerceOutputValue: check });
  };

  const check = (value: unknown, name: AnalyticsScalar): string => {
    if (typeof value === 'string') return value;
    throw wrong(value, name);
  };

  return {
    string: new GraphQLScalarType({
      name: 'string',
      description: 'A text',
      coerceInputValue: (value) => check(value, 'string'),
      coerceOutputValue: (value) => check(value, 'string'),
    }),
    uint8: integer('uint8', 2 ** 8 - 1),
    uint16: integer('uint16', 2 ** 16 - 1),
    uint32: integer('uint32', 2 ** 32 - 1),
    // JSON has no larger whole numbers that everybody reads alike.
    uint64: integer('uint64', Number.MAX_SAFE_INTEGER),
    Time: new GraphQLScalarType({
      name: 'Time',
      description: 'A time as in RFC 3339, for example 2026-11-21T10:00:00Z',
      coerceInputValue: (value) => {
        const time = rfc3339.test(check(value, 'Time')) ? Date.parse(String(value)) : Number.NaN;
        if (Number.isNaN(time)) throw wrong(value, 'Time');
        return time;
      },
      coerceOutputValue: (value) => new Date(Number(value)).toISOString().replace('.000Z', 'Z'),
    }),
    Date: new GraphQLScalarType({
      name: 'Date',
      description: 'A day, for example 2026-11-21',
      coerceInputValue: (value) => {
        const text = check(value, 'Date');
        if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) throw wrong(value, 'Date');
        return text;
      },
      coerceOutputValue: (value) => check(value, 'Date'),
    }),
  };
}
