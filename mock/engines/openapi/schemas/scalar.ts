import type { JsonObject, JsonValue } from '../json.ts';
import { fitsFormat } from './formats.ts';
import type { Shape, Shapes } from './shape.ts';
import { hasType, typesOf, valuesOf } from './types.ts';

/** Whether a value that is no object and no list fits the keywords of a shape. */
export function fitsScalar(shape: Shape, value: JsonValue, shapes: Shapes): boolean {
  if (!hasType(typesOf(shape), value)) return false;
  const values = valuesOf(shape);
  if (values && !values.some((one) => JSON.stringify(one) === JSON.stringify(value))) return false;
  return shape.parts.every(({ node }) =>
    typeof value === 'string'
      ? fitsText(node, value, shapes)
      : typeof value !== 'number' || fitsNumber(node, value),
  );
}

function fitsText(node: JsonObject, text: string, shapes: Shapes): boolean {
  const { minLength, maxLength, pattern, format } = node;
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    const { length } = [...text];
    if (length < Number(minLength ?? 0) || length > Number(maxLength ?? Number.POSITIVE_INFINITY))
      return false;
  }
  if (typeof pattern === 'string' && shapes.patterns.get(pattern)?.test(text) === false) return false;
  return typeof format !== 'string' || fitsFormat(format, text);
}

export function fitsNumber(node: JsonObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = node;
  if (typeof minimum === 'number' && (exclusiveMinimum === true ? value <= minimum : value < minimum))
    return false;
  if (typeof maximum === 'number' && (exclusiveMaximum === true ? value >= maximum : value > maximum))
    return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(value, multipleOf)) return false;
  return typeof format !== 'string' || fitsFormat(format, value);
}

/** Whether a number is a multiple of another, by their decimal digits: 19.99 is one of 0.01, though 19.99 / 0.01 is not whole. */
export function isMultiple(value: number, step: number): boolean {
  const [one, other] = [toDecimal(value), toDecimal(step)];
  const places = Math.max(one.places, other.places);
  const scale = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  return scale(one) % scale(other) === 0n;
}

/** `digits` divided by ten to the power of `places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function toDecimal(value: number): Decimal {
  const [number = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = number.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}
