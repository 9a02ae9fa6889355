import { isDate } from '../../../spec/value-kinds.ts';
/**
 * The time that a header or an option says, in milliseconds since 1970, as the platform reads it: fact sheet
 * example-apps, sections 1.2 and 1.4. What says none is 1970, and `0` is the year 2000.
 */
export function parseDate(value: string | Date): number {
  if (isDate(value)) return Number(value) || 0;
  // Runtimes have their own ideas of a lone number.
  return value.trim() === '0' ? Date.UTC(2000, 0) : Date.parse(value) || 0;
}
