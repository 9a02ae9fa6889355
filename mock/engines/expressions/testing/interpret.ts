import { type Argument, type Condition, type Expression, isLiteral, type PathExpression } from '../ast.ts';
import { toLenientText } from '../bytes.ts';
import { getShape } from '../functions/definition.ts';
import { formatIpAddress, type IpAddress, isIpAddress } from '../ip-address.ts';
import type { IpItem } from '../literals.ts';
import type { Scheme } from '../scheme.ts';
import { createAdmitter, type EvaluationContext, type RuntimeValue } from '../values.ts';

/**
 * A second, slow evaluator, which the compiled closures are checked against. It walks the syntax tree, and shares only
 * the functions and the conversion of field values with the compiler.
 */
export class Interpreter {
  readonly #scheme: Scheme;
  readonly #context: EvaluationContext;

  constructor(scheme: Scheme, context: EvaluationContext) {
    this.#scheme = scheme;
    this.#context = context;
  }

  /** The value of a whole expression. */
  filter(node: Expression): boolean {
    return this.#expression(node) === true;
  }

  #expression(node: Expression): boolean | boolean[] {
    switch (node.kind) {
      case 'not': {
        const value = this.#expression(node.operand);
        return typeof value === 'boolean' ? !value : value.map((element) => !element);
      }
      case 'logical': {
        const values = node.operands.map((operand) => this.#expression(operand));
        return values.reduce((joined, value) => joinBoth(node.operator, joined, value));
      }
      case 'truth':
        return this.#judge(node.path, (value) => value === true);
      case 'comparison':
        return this.#judge(node.left, (value) => this.#holds(node.condition, value));
    }
  }

  #judge(path: PathExpression, test: (value: RuntimeValue) => boolean): boolean | boolean[] {
    const values = this.#path(path);
    if (path.each > 0) return (values ?? []).map(test);
    const [value] = values ?? [];
    if (typeof path.type === 'object') return Array.isArray(value) ? value.map(test) : [];
    return value !== undefined && test(value);
  }

  /** All values at a path: at most one without `[*]`; undefined if the container is missing. */
  #path(path: PathExpression): RuntimeValue[] | undefined {
    const { root, indexes, element } = path;
    const fromField = root.kind === 'field';
    let places: unknown[] = [fromField ? this.#context.get(root.name) : this.#call(path)];
    for (const [at, index] of indexes.entries()) {
      const first = indexes.findIndex(({ kind }) => kind === 'each') === at;
      const [container] = places;
      if (index.kind === 'each' && first && !Array.isArray(container) && !(container instanceof Map))
        return undefined;
      places = places.flatMap((place): unknown[] => {
        if (index.kind === 'each') {
          if (Array.isArray(place)) return place;
          return place instanceof Map ? [...place.values()] : [];
        }
        if (index.kind === 'key') return [place instanceof Map ? place.get(index.value) : undefined];
        return [Array.isArray(place) ? place[index.value] : undefined];
      });
    }
    // A function of the scheme returns a runtime value of its type.
    const admit = fromField ? createAdmitter(element) : (value: unknown) => value as RuntimeValue | undefined;
    return places.map(admit).filter((value) => value !== undefined);
  }

  #argument(argument: Argument): RuntimeValue | undefined {
    if (isLiteral(argument)) return argument.value;
    return argument.kind === 'path' ? this.#path(argument)?.[0] : this.#expression(argument);
  }

  #call(path: PathExpression): RuntimeValue | undefined {
    const { root } = path;
    if (root.kind !== 'call') throw new TypeError('not a call');
    const definition = this.#scheme.functions.get(root.name);
    if (definition === undefined) throw new TypeError(root.name);
    const implementation = definition.bind(root.arguments.map(getShape));
    const apply = (values: (RuntimeValue | undefined)[]): RuntimeValue | undefined =>
      values.includes(undefined) && definition.takesMissing !== true
        ? undefined
        : implementation(this.#context, ...values);
    const [first, ...others] = root.arguments;
    const rest = others.map((argument) => this.#argument(argument));
    if (first === undefined) return apply([]);
    if (!root.mapped || first.kind !== 'path') return apply([this.#argument(first), ...rest]);
    return this.#path(first)?.flatMap((element) => {
      const result = apply([element, ...rest]);
      return result === undefined ? [] : [result];
    });
  }

  #holds(condition: Condition, value: RuntimeValue): boolean {
    switch (condition.operator) {
      case 'eq':
        return order(value, condition.right.value) === 0;
      case 'ne':
        return order(value, condition.right.value) !== 0;
      case 'lt':
        return order(value, condition.right.value) < 0;
      case 'le':
        return order(value, condition.right.value) <= 0;
      case 'gt':
        return order(value, condition.right.value) > 0;
      case 'ge':
        return order(value, condition.right.value) >= 0;
      case 'contains':
        return (
          toBytes(value).some((_, at, all) => startsAt(all, at, condition.right.value)) ||
          condition.right.value === ''
        );
      case 'matches':
        return toRegExp(condition.pattern).test(toLenientText(String(value)));
      case 'wildcard':
        return wildcard(lowerAscii(condition.pattern), lowerAscii(String(value)));
      case 'strict wildcard':
        return wildcard(condition.pattern, String(value));
      case 'bitwise_and':
        return (
          (BigInt.asUintN(64, toBigInt(value)) & BigInt.asUintN(64, toBigInt(condition.right.value))) !== 0n
        );
      case 'in': {
        if ('name' in condition) return this.#scheme.lists.get(condition.name)?.has(value) ?? false;
        const { list } = condition;
        if (list.kind === 'strings') return list.items.some((item) => order(value, item) === 0);
        if (list.kind === 'ips') return list.items.some((item) => isIpAddress(value) && covers(item, value));
        return list.items.some(({ first, last }) => order(value, first) >= 0 && order(value, last) <= 0);
      }
    }
  }
}

function joinBoth(
  operator: 'and' | 'or' | 'xor',
  a: boolean | boolean[],
  b: boolean | boolean[],
): boolean | boolean[] {
  const join = (x: boolean, y: boolean): boolean => ({ and: x && y, or: x || y, xor: x !== y })[operator];
  if (typeof a === 'boolean' || typeof b === 'boolean') return join(a === true, b === true);
  return a.slice(0, b.length).map((value, index) => join(value, b[index] === true));
}

/** JavaScript writes the case flag outside of the pattern. */
function toRegExp(pattern: string): RegExp {
  const [, folded] = /^\(\?i\)(.*)$/s.exec(pattern) ?? [];
  return folded === undefined ? new RegExp(pattern) : new RegExp(folded, 'i');
}

function toBytes(value: RuntimeValue): number[] {
  return Array.from(String(value), (byte) => byte.charCodeAt(0));
}

function startsAt(bytes: readonly number[], at: number, part: string): boolean {
  return toBytes(part).every((byte, index) => bytes[at + index] === byte);
}

function toBigInt(value: RuntimeValue): bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : 0n;
}

function lowerAscii(text: string): string {
  return Array.from(text, (byte) => (byte >= 'A' && byte <= 'Z' ? byte.toLowerCase() : byte)).join('');
}

/** Strings byte by byte, integers as big integers, addresses by their text; different families are never equal. */
function order(a: RuntimeValue, b: RuntimeValue): number {
  if (isIpAddress(a) && isIpAddress(b)) return formatIpAddress(a) === formatIpAddress(b) ? 0 : 1;
  if (typeof a !== 'string' || typeof b !== 'string')
    return Number(toBigInt(a) > toBigInt(b)) - Number(toBigInt(a) < toBigInt(b));
  const left = toBytes(a);
  const right = toBytes(b);
  const at = left.findIndex((byte, index) => byte !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at] ?? 0) - (right[at] ?? -1);
}

function bits(address: IpAddress): string {
  return address.value.toString(2).padStart(address.version === 4 ? 32 : 128, '0');
}

function covers(item: IpItem, address: IpAddress): boolean {
  if (item.kind === 'ip') return formatIpAddress(item.value) === formatIpAddress(address);
  if (item.kind === 'cidr') {
    return (
      item.base.version === address.version &&
      bits(item.base).slice(0, item.bits) === bits(address).slice(0, item.bits)
    );
  }
  const { first, last } = item;
  return first.version === address.version && bits(first) <= bits(address) && bits(address) <= bits(last);
}

/** Tries every length for every star: slow, and obviously correct. */
function wildcard(pattern: string, value: string): boolean {
  if (pattern === '') return value === '';
  const [head = ''] = pattern;
  if (head === '*') {
    for (let taken = 0; taken <= value.length; taken++)
      if (wildcard(pattern.slice(1), value.slice(taken))) return true;
    return false;
  }
  const plain = head === '\\' ? pattern.slice(1, 2) : head;
  return value.startsWith(plain) && wildcard(pattern.slice(head === '\\' ? 2 : 1), value.slice(1));
}
