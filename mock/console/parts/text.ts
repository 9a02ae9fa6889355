/** Shows hidden characters as escapes, so that text is what it seems to be. */
export { toVisibleText as visible } from '../../../spec/visible-text.ts';

/** Indents JSON; returns any other text unchanged. */
export function toPrettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * Formats a number of bytes.
 *
 * @example
 * toSize(2048); // '2 KB'
 */
export function toSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** The time of day with milliseconds, in the reader's time zone. */
export function toClockTime(timestamp: string): string {
  const date = new Date(timestamp);
  const two = (number: number) => String(number).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Date and time in the reader's time zone: `2026-11-26 21:04`. */
export function toDateTime(at: string | number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A number with its noun: `1 object`, `2 objects`. */
export const toCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
