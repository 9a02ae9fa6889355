import type { JsonValue } from '../json.ts';
import { hasType, type Type } from './types.ts';

/** Members by which requests name what answers describe, the most usual first. */
const naming = ['id', 'uuid', 'uid', 'name'];

/**
 * A value in a form that some types allow: requests say `'a'` or `{…}` where answers have `{ id: 'a' }` or `[{…}]`, or
 * one answer `[{…}]` where another has `{…}`.
 *
 * @param members of the objects that are allowed
 * @returns undefined if there is no such form
 */
export function toAllowedForm(
  value: JsonValue,
  types: readonly Type[],
  members: ReadonlyMap<string, unknown>,
): JsonValue | undefined {
  if (hasType(types, value)) return value;
  if (value === null) return undefined;
  if (types.includes('array') && !Array.isArray(value)) return [value];
  if (Array.isArray(value) && value.length === 1 && types.includes('object'))
    return (value as readonly JsonValue[])[0];
  if (!types.includes('object') || typeof value === 'boolean' || typeof value === 'object') return undefined;
  const name = naming.find((each) => members.has(each));
  return name === undefined ? undefined : { [name]: value };
}
