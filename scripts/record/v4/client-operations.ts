import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript5';
import type { Shape } from '../../../spec/v4/register/notation.ts';
import { ClientShapes } from './client-shapes.ts';
import type { FoundOperation } from './found-operation.ts';

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete', 'getAPIList']);

/** What the types and calls of the official client say of the API. */
export interface ClientFacts {
  readonly operations: readonly FoundOperation[];
  readonly named: ReadonlyMap<string, Shape>;
  readonly hints: ReadonlyMap<string, string>;
  /** Methods whose path is no literal. */
  readonly unresolved: readonly string[];
}

/** @param folder `src` of the package */
export function readClient(folder: string): ClientFacts {
  const resources = join(folder, 'resources');
  const files = readdirSync(resources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(resources, name));
  const program = ts.createProgram(files, {
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const shapes = new ClientShapes(checker);
  const operations: FoundOperation[] = [];
  const unresolved: string[] = [];
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.startsWith(resources)) continue;
    const area = relative(resources, source.fileName).replace(/\.ts$/, '').replaceAll('/', '.');
    const visit = (node: ts.Node): void => {
      if (ts.isMethodDeclaration(node)) {
        const call = findCall(node);
        if (call) {
          const id = `${area.replace(/([^.]+)\.\1$/, '$1')}.${node.name.getText()}`;
          const read = readMethod(node, call, { checker, shapes, id });
          if (read) operations.push(...read);
          else unresolved.push(id);
        }
        return;
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { operations, named: shapes.named, hints: shapes.hints, unresolved };
}

/** The request of a method. */
function findCall(method: ts.MethodDeclaration): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      verbs.has(node.expression.name.text) &&
      node.expression.expression.getText().endsWith('_client')
    )
      found ??= node;
    ts.forEachChild(node, visit);
  };
  visit(method);
  return found;
}

interface Setting {
  readonly checker: ts.TypeChecker;
  readonly shapes: ClientShapes;
  readonly id: string;
}

function readMethod(
  method: ts.MethodDeclaration,
  call: ts.CallExpression,
  { checker, shapes, id }: Setting,
): FoundOperation[] | undefined {
  const [address, ...others] = call.arguments;
  const template = address && readTemplate(address);
  if (template === undefined) return undefined;
  const verb = (call.expression as ts.PropertyAccessExpression).name.text;
  const isList = verb === 'getAPIList';
  const options = others[isList ? 1 : 0];
  const optionsText = options?.getText() ?? '';
  const named = /method: '(\w+)'/.exec(optionsText)?.[1];
  const name = isList ? (named ?? 'get') : verb;
  const signature = checker.getSignatureFromDeclaration(method);
  const returned = signature && checker.getReturnTypeOfSignature(signature);
  const answers = returned
    ? (returned.aliasTypeArguments ?? checker.getTypeArguments(returned as ts.TypeReference))
    : [];
  const answer = isList ? (answers[1] ?? answers[0]) : answers[0];
  const shape = answer && shapes.shapeOf(answer);
  const page = isList ? others[0]?.getText().replace(/<[\s\S]*/, '') : undefined;
  const isInEnvelope = isList || /_thenUnwrap/.test(method.getText());
  const sent = readInputs(method, options, { checker, shapes, id });
  const operation: Omit<FoundOperation, 'path'> = {
    method: name.toUpperCase(),
    id,
    ...(page !== undefined && { page }),
    ...sent,
    ...(/multipartFormRequestOptions|maybeMultipart/.test(call.getText()) && {
      sends: 'multipart/form-data',
    }),
    ...(shape !== undefined && (isInEnvelope ? { result: toResult(page, shape) } : { answer: shape })),
  };
  return scopesOf(template).map((path) => ({
    ...operation,
    ...(/^\/zones/.test(path) && !/^\/zones/.test(template) && { id: `zones.${id}` }),
    path,
  }));
}

/** `result` of a list, whose entries the client names. */
const toResult = (page: string | undefined, shape: Shape): Shape => {
  if (page === undefined) return shape;
  if (page === 'V4PagePagination') return { items: [shape] };
  return page === 'ContainersInstancesV1Pagination' ? { instances: [shape] } : [shape];
};

/** The path of a literal, with its expressions as variables. */
function readTemplate(address: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(address)) return address.text;
  if (!ts.isTaggedTemplateExpression(address)) return undefined;
  const { template } = address;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const variable = (expression: ts.Expression) =>
    expression
      .getText()
      .replace(/^.*\./, '')
      .replaceAll(/[A-Z]+/g, (part) => `_${part.toLowerCase()}`)
      .replace(/^_/, '');
  return (
    template.head.text +
    template.templateSpans.map((span) => `{${variable(span.expression)}}${span.literal.text}`).join('')
  );
}

/** The paths of an operation that accounts and zones have. */
function scopesOf(template: string): readonly string[] {
  const path = template.split('?')[0] ?? template;
  const scoped = /^\/\{account_?or_?zone\}\/\{account_?or_?zone_?id\}/i;
  if (!scoped.test(path)) return [path];
  return ['/accounts/{account_id}', '/zones/{zone_id}'].map((scope) => path.replace(scoped, scope));
}

/** Query, headers and body of a method. */
function readInputs(
  method: ts.MethodDeclaration,
  options: ts.Expression | undefined,
  { checker, shapes }: Setting,
) {
  const parameter = method.parameters.find((one) => /^(?:params|body|query)\b/.test(one.name.getText()));
  if (!parameter || !options) return {};
  const type = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
  const whole = shapes.shapeOf(type);
  const parameterName = parameter.name.getText();
  const { members, rest } = readBindings(method, parameterName);
  const pick = (names: readonly string[]): Shape | undefined => {
    const picked = names.flatMap((name) => {
      const found = memberOf(whole, name);
      return found ? [found] : [];
    });
    return picked.length === 0 ? undefined : Object.fromEntries(picked);
  };
  const without = (names: ReadonlySet<string>): Shape | undefined => withoutMembers(whole, names);
  const read = (value: ts.Node | undefined): Shape | undefined => {
    if (!value) return undefined;
    if (ts.isObjectLiteralExpression(value)) {
      const names = value.properties.flatMap((one) =>
        ts.isSpreadAssignment(one) ? [] : [one.name?.getText().replaceAll(/^['"]|['"]$/g, '') ?? ''],
      );
      const spread = value.properties.find(ts.isSpreadAssignment);
      const own = pick(names);
      const more = spread && read(spread.expression);
      return more && own && typeof own === 'object' && typeof more === 'object' && !Array.isArray(more)
        ? { ...own, ...more }
        : (more ?? own);
    }
    const text = value.getText();
    if (text === parameterName) return whole;
    if (text === rest) return without(new Set(members.values()));
    const member = members.get(text);
    return member === undefined ? undefined : memberOf(whole, member)?.[1];
  };
  const literal = findOptions(options);
  const getOption = (name: string): ts.Node | undefined => {
    for (const property of literal?.properties ?? []) {
      if (ts.isShorthandPropertyAssignment(property) && property.name.text === name) return property.name;
      if (ts.isPropertyAssignment(property) && property.name.getText() === name) return property.initializer;
    }
    return undefined;
  };
  const headers = [
    ...(getOption('headers')
      ?.getText()
      .matchAll(/'([\w-]+)':/g) ?? []),
  ].map(([, name = '']) => name);
  const query = read(getOption('query'));
  const body = read(getOption('body'));
  const sentHeaders = pick(headers);
  return {
    ...given('query', query),
    ...given('headers', sentHeaders),
    ...given('body', body),
  };
}

/** A member with a shape that is not empty. */
const given = (
  name: 'query' | 'headers' | 'body',
  shape: Shape | undefined,
): { readonly [part in typeof name]?: Shape } =>
  shape === undefined || JSON.stringify(shape) === '{}' ? {} : { [name]: shape };

/** The literal among the options of a request, which a function may wrap. */
function findOptions(options: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(options)) return options;
  if (ts.isCallExpression(options))
    return options.arguments.map(findOptions).find((one) => one !== undefined);
  return undefined;
}

/** The local names of the members of a parameter, and the name of the rest. */
function readBindings(method: ts.MethodDeclaration, parameter: string) {
  const members = new Map<string, string>();
  let rest: string | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
      const from = node.initializer?.getText() ?? '';
      if (from === parameter || from.startsWith(`${parameter} ?? `)) {
        for (const { dotDotDotToken, name, propertyName } of node.name.elements) {
          if (dotDotDotToken) rest = name.getText();
          else members.set(name.getText(), (propertyName ?? name).getText().replaceAll(/^['"]|['"]$/g, ''));
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(method);
  return { members, rest };
}

function memberOf(shape: Shape, name: string): readonly [string, Shape] | undefined {
  if (typeof shape === 'string') return undefined;
  if (Array.isArray(shape)) {
    const found = shape.flatMap((part) => memberOf(part as Shape, name) ?? []);
    return found.length === 0 ? undefined : (found.slice(0, 2) as unknown as readonly [string, Shape]);
  }
  return Object.entries(shape).find(([key]) => key === name || key === `${name}?`);
}

function withoutMembers(shape: Shape, names: ReadonlySet<string>): Shape {
  if (typeof shape === 'string') return shape;
  if (Array.isArray(shape)) return shape.map((part) => withoutMembers(part as Shape, names));
  return Object.fromEntries(Object.entries(shape).filter(([key]) => !names.has(key.replace(/\?$/, ''))));
}
