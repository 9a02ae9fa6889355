export type {
  Argument,
  CallExpression,
  ComparisonExpression,
  Condition,
  Expression,
  FieldExpression,
  FunctionReference,
  Index,
  InlineList,
  Literal,
  LiteralArgument,
  LogicalExpression,
  NotExpression,
  PathExpression,
  References,
  TruthExpression,
} from './ast.ts';
export { type ByteString, fromBytes, fromText, toBytes, toText } from './bytes.ts';
export {
  type Condition as FilterCondition,
  compileFilter,
  compileValue,
  type Filter,
  type ValueExpression,
} from './compiler.ts';
export type { Span } from './cursor.ts';
export {
  ExpressionError,
  type ExpressionErrorCode,
  type ExpressionPosition,
  locate,
} from './expression-error.ts';
export { everyField, fieldsFor, tokenSourceFields } from './fields.ts';
export {
  type ArgumentShape,
  defineFunction,
  type FunctionDefinition,
  type Implementation,
  type Parameter,
} from './functions/definition.ts';
export {
  allFunctions,
  functionsFor,
  type JwtResults,
  jwtFunctions,
} from './functions/table.ts';
export { formatIpAddress, type IpAddress, parseIpAddress } from './ip-address.ts';
export { integerList, ipList, type NamedList, stringList } from './lists.ts';
export type { ComparisonOperator } from './parse-comparison.ts';
export type { EntitledUse, ParseOptions } from './parse-state.ts';
export { parseFilter, parseValue } from './parser.ts';
export { print } from './print.ts';
export { createScheme, type FieldTable, type FunctionTable, type ListTable, type Scheme } from './scheme.ts';
export { arrayOf, documentedName, mapOf, type Type } from './types.ts';
export type { EvaluationContext, Integer, RuntimeValue, Value } from './values.ts';
