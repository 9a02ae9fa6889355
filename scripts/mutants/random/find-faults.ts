import { parseSync, Visitor, type VisitorObject } from 'rolldown/utils';

/** Kinds of faults. Each is drawn as often as any other. */
export const operators = [
  'negate',
  'force',
  'bound',
  'arithmetic',
  'logic',
  'call',
  'statement',
  'return',
  'text',
  'number',
  'flag',
] as const;

export type Operator = (typeof operators)[number];

/** A range in a file, and its faulty replacement. */
export interface Fault {
  /** Path from the root of the project. */
  readonly file: string;
  readonly line: number;
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  /** The original text, and the faulty one. */
  readonly before: string;
  readonly after: string;
  /** The whole line without indentation, to find the place again when lines move. */
  readonly context: string;
  /** Column on that line. */
  readonly column: number;
  /** Whether it is a statement rather than an expression. */
  readonly isStatement: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The possible faults of one file, and the bodies of its functions. */
export interface FileFaults {
  readonly faults: readonly Fault[];
  readonly bodies: readonly (Range & { readonly isExpression: boolean })[];
}

type Nodes = { [Name in keyof VisitorObject]-?: Parameters<NonNullable<VisitorObject[Name]>>[0] };
type Expression = Nodes['IfStatement']['test'];

const nextBound: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const nextArithmetic: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const nextEquality: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};
const nextLogic: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };

/** Finds every fault that the operators can make in a file. */
export function findFaults(file: string, source: string): FileFaults {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const faults: Fault[] = [];
  const bodies: (Range & { isExpression: boolean })[] = [];
  /** Ranges to leave out: names, module specifiers, types. */
  const left = new Set<number>();
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const text = ({ start, end }: Range) => source.slice(start, end);
  const add = (operator: Operator, { start, end }: Range, after: string, isStatement = false) => {
    const before = source.slice(start, end);
    if (before === after) return;
    const line = lineStarts.findLastIndex((at) => at <= start);
    const whole = source.slice(lineStarts[line], lineStarts[line + 1]);
    const column = start - (lineStarts[line] ?? 0) - whole.search(/\S/);
    const context = whole.trim();
    faults.push({ file, line: line + 1, operator, start, end, before, after, context, column, isStatement });
  };
  /** The expression with another operator. */
  const withOperator = (node: Range & { left: Range; right: Range; operator: string }, other: string) => {
    const at = source.indexOf(node.operator, node.left.end);
    return `(${source.slice(node.start, at)}${other}${source.slice(at + node.operator.length, node.end)})`;
  };
  const condition = (test: Expression, isLoop = false) => {
    if (test.type === 'Literal') return void left.add(test.start);
    if (test.type === 'BinaryExpression') left.add(test.start);
    add('negate', test, `!(${text(test)})`);
    if (!isLoop) add('force', test, 'true');
    add('force', test, 'false');
  };
  const emptied = (value: Expression) => {
    const after = emptiedText(value, text(value));
    if (after !== undefined) add('return', value, after);
  };
  const body = (node: (Range & { type: string }) | null) => {
    if (node) bodies.push({ start: node.start, end: node.end, isExpression: node.type !== 'BlockStatement' });
  };
  new Visitor({
    IfStatement: ({ test }) => condition(test),
    ConditionalExpression: ({ test }) => condition(test),
    WhileStatement: ({ test }) => condition(test, true),
    DoWhileStatement: ({ test }) => condition(test, true),
    ForStatement: ({ test }) => void (test && condition(test, true)),
    BinaryExpression(node) {
      const { operator } = node;
      const bound = nextBound[operator];
      if (bound !== undefined) add('bound', node, withOperator(node, bound));
      const equality = nextEquality[operator];
      if (equality !== undefined && !left.has(node.start)) add('negate', node, withOperator(node, equality));
      const arithmetic = nextArithmetic[operator];
      const isNumber = [node.left, node.right].some(
        (side) => side.type === 'Literal' && typeof side.value === 'number',
      );
      if (arithmetic !== undefined && (operator !== '+' || isNumber))
        add('arithmetic', node, withOperator(node, arithmetic));
    },
    LogicalExpression(node) {
      const other = nextLogic[node.operator];
      add('logic', node, other === undefined ? `(${text(node.left)})` : withOperator(node, other));
    },
    ExpressionStatement(node) {
      const { expression } = node;
      if ('directive' in node && node.directive) return void left.add(expression.start);
      const inner = expression.type === 'AwaitExpression' ? expression.argument : expression;
      const call = inner.type === 'ChainExpression' ? inner.expression : inner;
      if (call.type === 'CallExpression') {
        if (call.callee.type !== 'Super') add('call', node, ';', true);
      } else if (inner === expression) add('statement', node, ';', true);
    },
    ThrowStatement: (node) => add('statement', node, ';', true),
    ReturnStatement: ({ argument }) => void (argument && emptied(argument)),
    ArrowFunctionExpression(node) {
      body(node.body);
      if (node.body.type !== 'BlockStatement') emptied(node.body);
    },
    FunctionDeclaration: (node) => body(node.body),
    FunctionExpression: (node) => body(node.body),
    ImportDeclaration: ({ source: from }) => void left.add(from.start),
    ExportAllDeclaration: ({ source: from }) => void left.add(from.start),
    ExportNamedDeclaration: ({ source: from }) => void (from && left.add(from.start)),
    ImportExpression: ({ source: from }) => void left.add(from.start),
    ImportAttribute: ({ key, value }) => void left.add(key.start).add(value.start),
    TSLiteralType: ({ literal }) => void left.add(literal.start),
    TSImportType: ({ source: from }) => void left.add(from.start),
    Property: ({ key, computed }) => void (computed || left.add(key.start)),
    PropertyDefinition: ({ key, computed }) => void (computed || left.add(key.start)),
    MethodDefinition: ({ key, computed }) => void (computed || left.add(key.start)),
    TSPropertySignature: ({ key }) => void left.add(key.start),
    TaggedTemplateExpression: ({ quasi }) => void left.add(quasi.start),
    TemplateLiteral: (node) => void (left.has(node.start) || add('text', node, "''")),
    Literal(node) {
      if (left.has(node.start)) return;
      if (typeof node.value === 'string') add('text', node, node.value === '' ? "'touchstone'" : "''");
      else if (typeof node.value === 'boolean') add('flag', node, String(!node.value));
      else if (typeof node.value === 'number') {
        add('number', node, String(node.value + 1));
        if (node.value > 0) add('number', node, String(node.value - 1));
      }
    },
  }).visit(program);
  return { faults, bodies };
}

/** The faulty result of a function: the negation, or an empty value of the same kind. */
function emptiedText(value: Expression, text: string): string | undefined {
  switch (value.type) {
    case 'ArrayExpression':
      return value.elements.length > 0 ? '[]' : undefined;
    case 'ObjectExpression':
      return value.properties.length > 0 ? '{}' : undefined;
    case 'Literal':
    case 'TemplateLiteral':
      // Other operators cover these.
      return undefined;
    case 'BinaryExpression':
      return /^(?:[<>]=?|[!=]==?|in|instanceof)$/.test(value.operator) ? `!(${text})` : 'undefined';
    case 'UnaryExpression':
      return value.operator === '!' ? text.slice(1) : 'undefined';
    case 'Identifier':
      return value.name === 'undefined' ? undefined : 'undefined';
    default:
      return 'undefined';
  }
}
