import type { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { openApiLimits } from '../../../../spec/engine-limits.ts';

/** Formats of texts of any length, which are checked in linear time. */
const long: ReadonlySet<string> = new Set(['binary', 'byte', 'password']);

/** Formats of numbers. */
const numeric: ReadonlySet<string> = new Set(['double', 'float', 'int32', 'int64']);

/** Whether a value has a format. Unknown formats allow everything, and formats of texts allow every number. */
export function fitsFormat(name: string, value: string | number): boolean {
  if (!Object.hasOwn(fullFormats, name) || numeric.has(name) !== (typeof value === 'number')) return true;
  if (typeof value === 'string' && value.length > openApiLimits.formatCharacters && !long.has(name))
    return false;
  const format: unknown = fullFormats[name as keyof typeof fullFormats];
  const rule =
    typeof format === 'object' && format !== null && 'validate' in format ? format.validate : format;
  if (rule instanceof RegExp) {
    // Some are global, and remember where they stopped.
    rule.lastIndex = 0;
    return rule.test(String(value));
  }
  return typeof rule !== 'function' || (rule as (value: string | number) => boolean)(value);
}

export function addFormats(ajv: Ajv2020): void {
  for (const name of Object.keys(fullFormats)) {
    if (numeric.has(name))
      ajv.addFormat(name, { type: 'number', validate: (value) => fitsFormat(name, value) });
    else ajv.addFormat(name, { type: 'string', validate: (value) => fitsFormat(name, value) });
  }
}
