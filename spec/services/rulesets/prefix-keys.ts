/** An object with a prefix and a dot before each of its keys. */
export type Prefixed<P extends string, T extends object> = {
  readonly [K in keyof T & string as `${P}.${K}`]: T[K];
};

/**
 * Puts a prefix and a dot before each key, and keeps each value's type.
 *
 * @example
 * prefixKeys('rulesets.zone', { list, create }) // { 'rulesets.zone.list': list, ... }
 */
export function prefixKeys<const P extends string, const T extends object>(
  prefix: P,
  members: T,
): Prefixed<P, T> {
  const entries = Object.entries(members).map(([key, value]) => [`${prefix}.${key}`, value]);
  return Object.fromEntries(entries) as Prefixed<P, T>; // Object.fromEntries forgets which key has which type
}
