import ts from 'typescript5';
import type { Shape } from '../../../spec/v4/register/notation.ts';

/** Shapes of the types of the client; a named type that contains itself is in `named`. */
export class ClientShapes {
  readonly named = new Map<string, Shape>();
  readonly #checker: ts.TypeChecker;
  readonly #done = new Map<ts.Type, Shape>();
  readonly #open = new Map<ts.Type, { recurs: boolean }>();
  /** Names of types by the text of their shape, to name what is shared. */
  readonly hints = new Map<string, string>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  shapeOf(type: ts.Type): Shape {
    const done = this.#done.get(type);
    if (done !== undefined) return done;
    const open = this.#open.get(type);
    if (open) {
      open.recurs = true;
      return `@${this.#nameOf(type) ?? 'Unnamed'}`;
    }
    const state = { recurs: false };
    this.#open.set(type, state);
    const shape = this.#read(type);
    this.#open.delete(type);
    const name = this.#nameOf(type);
    if (name !== undefined && typeof shape !== 'string') this.hints.set(JSON.stringify(shape), name);
    if (state.recurs && name !== undefined) {
      this.named.set(name, shape);
      this.#done.set(type, `@${name}`);
      return `@${name}`;
    }
    if (this.#open.size === 0) this.#done.set(type, shape);
    return shape;
  }

  #read(type: ts.Type): Shape {
    const { flags } = type;
    const has = (flag: ts.TypeFlags) => (flags & flag) !== 0;
    if (has(ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral))
      return quoted((type as ts.LiteralType).value as string | number);
    if (has(ts.TypeFlags.BooleanLiteral)) return this.#checker.typeToString(type);
    if (has(ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return 'string';
    if (has(ts.TypeFlags.Number)) return 'number';
    if (has(ts.TypeFlags.Boolean)) return 'boolean';
    if (has(ts.TypeFlags.Null)) return 'null';
    if (has(ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'any';
    if (type.isUnion()) return this.#union(type);
    if (type.isIntersection()) return ['&', ...type.types.map((one) => this.shapeOf(one))];
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
      return [item ? this.shapeOf(item) : 'any'];
    }
    const name = type.symbol?.name;
    if (name === 'Response' || name === 'Uploadable' || name === 'Blob') return 'file';
    if (name === 'Date') return 'string date-time';
    return this.#object(type);
  }

  #union(type: ts.UnionType): Shape {
    const parts = type.types.filter(
      ({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) === 0,
    );
    // `boolean` is a union of its two values.
    const booleans = parts.filter(({ flags }) => (flags & ts.TypeFlags.BooleanLiteral) !== 0);
    const others = booleans.length === 2 ? parts.filter((one) => !booleans.includes(one)) : parts;
    const shapes: Shape[] = others.map((one) => this.shapeOf(one));
    if (booleans.length === 2) shapes.unshift('boolean');
    if (shapes.some((one) => one === 'file')) return 'file';
    const unique = [...new Map(shapes.map((one) => [JSON.stringify(one), one])).values()];
    const [only = 'any'] = unique;
    if (unique.length < 2) return only;
    const scalars = unique.filter((one): one is string => typeof one === 'string' && !one.startsWith('@'));
    const others2 = unique.filter((one) => !scalars.includes(one as string));
    const scalar = scalars.join(' | ');
    if (others2.length === 0) return scalar;
    return ['|', ...others2, ...(scalar === '' ? [] : [scalar])];
  }

  #object(type: ts.Type): Shape {
    const members: Record<string, Shape> = {};
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const declaration = property.valueDeclaration ?? property.declarations?.[0];
      // Some types of answers are merged with the class of that name.
      if (!declaration || ts.isClassLike(declaration.parent)) continue;
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const shape = inOrderOf(
        declaration,
        this.shapeOf(this.#checker.getTypeOfSymbolAtLocation(property, declaration)),
      );
      members[isOptional ? `${property.name}?` : property.name] = shape;
    }
    const rest = type.getStringIndexType();
    if (rest) members['*'] = this.shapeOf(rest);
    return members;
  }

  /** `Pool.Origin` of an interface in a namespace of the client. */
  #nameOf(type: ts.Type): string | undefined {
    const symbol = type.aliasSymbol ?? type.symbol;
    if (!symbol || /^__/.test(symbol.name) || symbol.name === 'Array') return undefined;
    const parts: string[] = [];
    let node: ts.Node | undefined = symbol.declarations?.[0];
    while (node) {
      if (
        (ts.isInterfaceDeclaration(node) ||
          ts.isTypeAliasDeclaration(node) ||
          ts.isModuleDeclaration(node)) &&
        node.name
      )
        parts.unshift(node.name.getText());
      node = node.parent;
    }
    return parts.join('.') || symbol.name;
  }
}

const quoted = (value: string | number) =>
  typeof value === 'number' ? `${value}` : `'${value.replaceAll("'", "\\'")}'`;

/** The values of a union in the order of its declaration; the compiler sorts them by when it met them. */
function inOrderOf(declaration: ts.Declaration, shape: Shape): Shape {
  const type = ts.isPropertySignature(declaration) ? declaration.type : undefined;
  if (typeof shape !== 'string' || !type || !ts.isUnionTypeNode(type)) return shape;
  const parts = shape.split(' | ');
  const declared = type.types.map((part) => part.getText());
  const isSame = parts.length === declared.length && parts.every((part) => declared.includes(part));
  return isSame ? declared.join(' | ') : shape;
}
