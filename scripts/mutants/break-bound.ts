import { z } from 'zod';
import { getLimit, isAccepted } from '../../spec/bound.ts';
import { contract } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import {
  accepts,
  getType,
  inputSchema,
  type JsonSchema,
  memberSchema,
  pointerTokens,
  valueAt,
  withValueAt,
} from '../../spec/member-schema.ts';
import { codePointLength } from '../../spec/schema.ts';
import type { WrongBound } from '../../suites/mutants/mutant.ts';

/**
 * Changes one limit of the contract, in the contract copy of this bundle's server.
 *
 * @returns a function that restores it
 */
export function breakBound(wrong: WrongBound): () => void {
  const endpoint: Endpoint = contract[wrong.operation];
  const { body } = endpoint;
  if (!body) throw new RangeError(`${wrong.operation} has no body`);
  const put = (value: z.ZodType) =>
    Object.defineProperty(endpoint, 'body', { value, configurable: true, enumerable: true });
  put(isAccepted(wrong) ? tightened(body, wrong) : loosened(body, wrong));
  return () => put(body);
}

/** Refuses the value at the limit. */
function tightened(body: z.ZodType, wrong: WrongBound): z.ZodType {
  const [pointer = ''] = wrong.pointers;
  const member = memberSchema(inputSchema(body), pointer);
  return z.preprocess((value, context) => {
    if (isAtBound(valueAt(value, pointer), member, wrong)) {
      context.addIssue({ code: 'custom', message: 'is refused', path: pointerTokens(pointer) });
    }
    return value;
  }, body);
}

function isAtBound(
  value: unknown,
  member: JsonSchema,
  { kinds: [kind], values, inBytes }: WrongBound,
): boolean {
  const limit = (keyword: string) => getLimit(member, keyword);
  switch (kind) {
    case 'longest': {
      if (typeof value !== 'string') return false;
      if (inBytes) return new TextEncoder().encode(value).length > limit('maxLength');
      return codePointLength(value) === limit('maxLength');
    }
    case 'most':
      return Array.isArray(value) && value.length === limit('maxItems');
    case 'fewest':
      return Array.isArray(value) && value.length === limit('minItems');
    case 'smallest':
      return value === limit('minimum');
    case 'largest':
      return value === limit('maximum');
    default:
      return values.includes(value);
  }
}

/** Accepts the value beyond the limit, for the sample or for the value of the last valid request. */
function loosened(body: z.ZodType, wrong: WrongBound): z.ZodType {
  const { pointers, sample } = wrong;
  const schema = inputSchema(body);
  let last: unknown;
  return z.preprocess((value) => {
    if (body.safeParse(value).success) {
      last = value;
      return value;
    }
    return pointers.reduce((taken, pointer) => {
      const isWrong = isBeyondBound(valueAt(taken, pointer), memberSchema(schema, pointer), wrong);
      if (!isWrong || !isFaultOf(body, taken, pointer)) return taken;
      return withValueAt(taken, pointer, sample ?? valueAt(last, pointer));
    }, value);
  }, body);
}

/** Whether a value violates the limit in question. */
function isBeyondBound(value: unknown, member: JsonSchema, { kinds }: WrongBound): boolean {
  return kinds.some((kind) => {
    if (kind === 'missing') return value === undefined;
    if (kind === 'null') return value === null;
    const fits = value !== undefined && accepts(member, getType(value));
    return kind === 'type' ? value !== undefined && !fits : fits;
  });
}

/** Whether the contract finds a problem at a pointer or below it. */
function isFaultOf(body: z.ZodType, value: unknown, pointer: string): boolean {
  const path = pointerTokens(pointer);
  const below = (issue: z.core.$ZodIssue): boolean =>
    path.every((token, index) => String(issue.path[index]) === token) ||
    (issue.code === 'invalid_union' &&
      path.slice(0, issue.path.length).join() === issue.path.map(String).join());
  return body.safeParse(value).error?.issues.some(below) ?? false;
}
