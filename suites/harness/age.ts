const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/**
 * How long ago something was, in the largest unit that fits.
 *
 * @param at RFC 3339
 * @param now milliseconds since 1970
 *
 * @example
 * ageOf('2026-01-02T03:04:05Z', Date.parse('2026-01-02T05:04:05Z')) // '2 h'
 */
export function ageOf(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
}
