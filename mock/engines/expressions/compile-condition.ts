import type { Condition, InlineList, OrderingOperator } from './ast.ts';
import { isAscii } from './bytes.ts';
import { type IpAddress, lastOfNetwork, sameIpAddress } from './ip-address.ts';
import { type IpRange, ipRangeTest, type NamedList, rangeTest } from './lists.ts';
import type { IpItem } from './literals.ts';
import { compileRegex } from './regex.ts';
import {
  bitwiseAnd,
  bytesKind,
  type Integer,
  integerKind,
  ipKind,
  looseKind,
  textKind,
  type ValueKind,
} from './values.ts';
import { compileWildcard, matchesWildcard } from './wildcard.ts';

/** The right side of a comparison as a test, with the kind of value it accepts. */
export interface CompiledCondition<T> {
  readonly kind: ValueKind<T>;
  readonly test: (value: T) => boolean;
}

/** Named lists by name. */
type Lists = ReadonlyMap<string, NamedList>;

/** For conditions that the parser never produces for a type. */
function mismatch(operator: string): never {
  throw new TypeError(`the syntax tree has "${operator}" for a type that does not allow it`);
}

function listNamed(lists: Lists, name: string): NamedList {
  const list = lists.get(name);
  if (list === undefined) throw new TypeError(`the scheme has no list "${name}"`);
  return list;
}

function orderingTest<T extends string | number | bigint>(
  operator: OrderingOperator,
  right: T,
): (value: T) => boolean {
  switch (operator) {
    case 'eq':
      return (value) => value === right;
    case 'ne':
      return (value) => value !== right;
    case 'lt':
      return (value) => value < right;
    case 'le':
      return (value) => value <= right;
    case 'gt':
      return (value) => value > right;
    case 'ge':
      return (value) => value >= right;
  }
}

/** Equality and containment don't need exact bytes if the right side is ASCII. */
function kindForEquality(...right: readonly string[]): ValueKind<string> {
  return right.every(isAscii) ? looseKind : bytesKind;
}

function stringsIn(list: InlineList): ReadonlySet<string> {
  return list.kind === 'strings' ? new Set(list.items) : mismatch('in');
}

/** A condition on strings. */
export function compileBytesCondition(condition: Condition, lists: Lists): CompiledCondition<string> {
  switch (condition.operator) {
    case 'contains': {
      const { value: part } = condition.right;
      return { kind: kindForEquality(part), test: (value) => value.includes(part) };
    }
    case 'matches': {
      const regex = compileRegex(condition.pattern);
      if (typeof regex === 'string') throw new TypeError(regex);
      const { engine } = regex;
      return { kind: textKind, test: (value) => engine.test(value) };
    }
    case 'wildcard':
    case 'strict wildcard': {
      const wildcard = compileWildcard(condition.pattern, condition.operator === 'strict wildcard');
      if (typeof wildcard === 'string') throw new TypeError(wildcard);
      return {
        kind: wildcard.ascii ? looseKind : bytesKind,
        test: (value) => matchesWildcard(wildcard, value),
      };
    }
    case 'in': {
      if ('name' in condition) {
        const list = listNamed(lists, condition.name);
        return { kind: bytesKind, test: (value) => list.has(value) };
      }
      const members = stringsIn(condition.list);
      return { kind: kindForEquality(...members), test: (value) => members.has(value) };
    }
    case 'bitwise_and':
      return mismatch(condition.operator);
    default: {
      const { operator, right } = condition;
      if (right.kind !== 'string') return mismatch(operator);
      const equality = operator === 'eq' || operator === 'ne';
      return {
        kind: equality ? kindForEquality(right.value) : bytesKind,
        test: orderingTest(operator, right.value),
      };
    }
  }
}

function integersIn(list: InlineList): (value: Integer) => boolean {
  if (list.kind !== 'integers') return mismatch('in');
  if (list.items.some((range) => range.first !== range.last)) return rangeTest(list.items);
  const members = new Set(list.items.map((range) => range.first));
  return (value) => members.has(value);
}

/** A condition on integers. */
export function compileIntegerCondition(condition: Condition, lists: Lists): CompiledCondition<Integer> {
  const kind = integerKind;
  switch (condition.operator) {
    case 'in': {
      if (!('name' in condition)) return { kind, test: integersIn(condition.list) };
      const list = listNamed(lists, condition.name);
      return { kind, test: (value) => list.has(value) };
    }
    case 'bitwise_and': {
      const { value: mask } = condition.right;
      return { kind, test: (value) => bitwiseAnd(value, mask) !== 0 };
    }
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge': {
      const { operator, right } = condition;
      return right.kind === 'integer'
        ? { kind, test: orderingTest(operator, right.value) }
        : mismatch(operator);
    }
    default:
      return mismatch(condition.operator);
  }
}

function rangeOfItem(item: IpItem): IpRange {
  if (item.kind === 'ip') return { first: item.value, last: item.value };
  if (item.kind === 'cidr') return { first: item.base, last: lastOfNetwork(item.base, item.bits) };
  return { first: item.first, last: item.last };
}

/** A condition on addresses. */
export function compileIpCondition(condition: Condition, lists: Lists): CompiledCondition<IpAddress> {
  const kind = ipKind;
  switch (condition.operator) {
    case 'in': {
      if ('name' in condition) {
        const list = listNamed(lists, condition.name);
        return { kind, test: (value) => list.has(value) };
      }
      if (condition.list.kind !== 'ips') return mismatch('in');
      return { kind, test: ipRangeTest(condition.list.items.map(rangeOfItem)) };
    }
    case 'eq':
    case 'ne': {
      const { right } = condition;
      if (right.kind !== 'ip') return mismatch(condition.operator);
      const { value: address } = right;
      const wanted = condition.operator === 'eq';
      return { kind, test: (value) => sameIpAddress(value, address) === wanted };
    }
    default:
      return mismatch(condition.operator);
  }
}
