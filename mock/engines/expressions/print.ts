import type { Argument, Condition, Expression, Index, InlineList, Literal, PathExpression } from './ast.ts';
import { type ByteString, fromText } from './bytes.ts';
import { formatIpAddress } from './ip-address.ts';
import type { Range } from './lists.ts';
import type { IpItem } from './literals.ts';
import type { Integer } from './values.ts';

/** A quoted string; anything but printable ASCII becomes `\xHH`. */
function printString(value: ByteString): string {
  const body = value.replace(/["\\]|[^ -~]/g, (byte) =>
    byte === '"' || byte === '\\' ? `\\${byte}` : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `"${body}"`;
}

/** A raw string with as many hashes as its text needs; any pattern means the same in it. */
function printRaw(text: string): string {
  let hashes = '';
  while (text.includes(`"${hashes}`)) hashes += '#';
  return `r${hashes}"${text}"${hashes}`;
}

function printLiteral(literal: Literal): string {
  if (literal.kind === 'string') return printString(literal.value);
  return literal.kind === 'integer' ? String(literal.value) : formatIpAddress(literal.value);
}

function printIntegers(range: Range<Integer>): string {
  return range.first === range.last ? String(range.first) : `${range.first}..${range.last}`;
}

function printIpItem(item: IpItem): string {
  if (item.kind === 'ip') return formatIpAddress(item.value);
  if (item.kind === 'cidr') return `${formatIpAddress(item.base)}/${item.bits}`;
  return `${formatIpAddress(item.first)}..${formatIpAddress(item.last)}`;
}

function printList(list: InlineList): string {
  if (list.kind === 'strings') return `{${list.items.map(printString).join(' ')}}`;
  if (list.kind === 'integers') return `{${list.items.map(printIntegers).join(' ')}}`;
  return `{${list.items.map(printIpItem).join(' ')}}`;
}

function printCondition(condition: Condition): string {
  switch (condition.operator) {
    case 'in':
      return 'name' in condition ? `in $${condition.name}` : `in ${printList(condition.list)}`;
    case 'matches':
      return `matches ${printRaw(condition.pattern)}`;
    case 'wildcard':
    case 'strict wildcard':
      return `${condition.operator} ${printString(condition.pattern)}`;
    default:
      return `${condition.operator} ${printLiteral(condition.right)}`;
  }
}

function printIndex(index: Index): string {
  if (index.kind === 'each') return '[*]';
  return index.kind === 'key' ? `[${printString(fromText(index.value))}]` : `[${index.value}]`;
}

function printArgument(argument: Argument): string {
  switch (argument.kind) {
    case 'string':
    case 'integer':
    case 'ip':
      return printLiteral(argument);
    case 'path':
      return printPath(argument);
    case 'logical':
    case 'truth':
      // Without parentheses, an argument is one comparison at most, and a Boolean would be a plain path.
      return `(${printExpression(argument)})`;
    default:
      return printExpression(argument);
  }
}

function printPath(path: PathExpression): string {
  const { root } = path;
  const name =
    root.kind === 'field' ? root.name : `${root.name}(${root.arguments.map(printArgument).join(', ')})`;
  return name + path.indexes.map(printIndex).join('');
}

const PRECEDENCE = { or: 1, xor: 2, and: 3 } as const;

/** An operand of an operator with this precedence; in parentheses if it binds no tighter. */
function printOperand(expression: Expression, precedence: number): string {
  const text = printExpression(expression);
  const loose = expression.kind === 'logical' && PRECEDENCE[expression.operator] <= precedence;
  return loose ? `(${text})` : text;
}

function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'truth':
      return printPath(expression.path);
    case 'comparison':
      return `${printPath(expression.left)} ${printCondition(expression.condition)}`;
    case 'not':
      return `not ${printOperand(expression.operand, 4)}`;
    case 'logical': {
      const precedence = PRECEDENCE[expression.operator];
      return expression.operands
        .map((operand) => printOperand(operand, precedence))
        .join(` ${expression.operator} `);
    }
  }
}

/**
 * The canonical source of a syntax tree: English operators, double quotes, decimal integers, no redundant parentheses.
 * Parsing it yields the same tree again, except for spans.
 *
 * @example
 * ```ts
 * print(parseFilter("!(ssl) && http.host=='a'", scheme)); // 'not ssl and http.host eq "a"'
 * ```
 */
export function print(ast: Expression | PathExpression): string {
  return ast.kind === 'path' ? printPath(ast) : printExpression(ast);
}
