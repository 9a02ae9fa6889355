/** A type whose values have no parts. `String` and `Bytes` have the same values: a run of bytes. */
export type ScalarType = 'String' | 'Bytes' | 'Integer' | 'Boolean' | 'IP';

/** `Array<T>`. */
interface ArrayType {
  readonly array: Type;
}

/** `Map<T>`; keys are always strings. */
interface MapType {
  readonly map: Type;
}

/**
 * The type of a field, of a function result or of any part of an expression.
 *
 * @example
 * ```ts
 * const headers: Type = mapOf(arrayOf('String'));
 * documentedName(headers); // 'Map<Array<String>>'
 * ```
 */
export type Type = ScalarType | ArrayType | MapType;

/** The type `Array<element>`. */
export function arrayOf(element: Type): ArrayType {
  return { array: element };
}

/** The type `Map<element>`. */
export function mapOf(element: Type): MapType {
  return { map: element };
}

/** Whether the type is an array. */
export function isArrayType(type: Type): type is ArrayType {
  return typeof type === 'object' && 'array' in type;
}

/** Whether the type is a map. */
export function isMapType(type: Type): type is MapType {
  return typeof type === 'object' && 'map' in type;
}

/** The element type of an array or a map; undefined for a scalar. */
export function getElement(type: Type): Type | undefined {
  if (typeof type === 'string') return undefined;
  return 'array' in type ? type.array : type.map;
}

/** Whether values of the type are byte strings. */
export function isBytesType(type: Type): boolean {
  return type === 'String' || type === 'Bytes';
}

/** Whether two types have the same values; `String` and `Bytes` do. */
export function sameType(a: Type, b: Type): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b || (isBytesType(a) && isBytesType(b));
  if ('array' in a) return 'array' in b && sameType(a.array, b.array);
  return 'map' in b && sameType(a.map, b.map);
}

/** The name of a type in the documentation: `Map<Array<String>>`. */
export function documentedName(type: Type): string {
  if (typeof type === 'string') return type;
  return 'array' in type ? `Array<${documentedName(type.array)}>` : `Map<${documentedName(type.map)}>`;
}

/** The engine's own names, for its error texts (cloudflare/wirefilter). */
function engineScalar(type: ScalarType): string {
  if (type === 'Integer') return 'Int';
  if (type === 'Boolean') return 'Bool';
  return type === 'IP' ? 'Ip' : 'Bytes';
}

function engineName(type: Type, open: string, close: string): string {
  if (typeof type === 'string') return engineScalar(type);
  return 'array' in type
    ? `Array${open}${engineName(type.array, open, close)}${close}`
    : `Map${open}${engineName(type.map, open, close)}${close}`;
}

/** `Array<Bytes>`: a type in "expected value of type ...". */
export function typeInMismatch(type: Type): string {
  return engineName(type, '<', '>');
}

/** `Array(Bytes)`: a type in "cannot perform this operation on type ...". */
export function typeInOperation(type: Type): string {
  return engineName(type, '(', ')');
}
