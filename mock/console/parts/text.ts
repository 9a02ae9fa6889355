/** Characters that would not be seen, or would change the order of others: C0, C1, bidi controls, and the like. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Shows hidden characters and lone surrogates as escapes, so that text is what it seems to be. */
export function visible(text: string): string {
  return text.replace(hidden, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

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
