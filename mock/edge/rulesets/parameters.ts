// Rules are kept with whatever was sent that fits their phase, so their parameters are read with care.

/** The texts of a list; none where it is no list. */
export function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Lists of texts by name, without the names. */
export function textLists(value: unknown): string[][] {
  return isRecord(value) ? Object.values(value).map(textList) : [];
}

/** The objects of a list; none where it is no list. */
export function recordList(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, or what stands in for it. */
export function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}
