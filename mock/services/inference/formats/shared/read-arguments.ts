/**
 * Arguments of a call as an object, for formats that answer them so. Arguments that were cut off, or are no
 * object, are as none.
 *
 * @example
 * readArguments('{"city":"Rome"}') // { city: 'Rome' }
 * readArguments('{"city":"Ro') // {}
 */
export function readArguments(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
