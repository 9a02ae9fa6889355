import type { ToolResult } from '../conversation.ts';
import { fill, type Phrases } from '../phrases.ts';
import { shorten } from '../subject.ts';

/** How much of one result is told. */
const longestResult = 2000;

/**
 * Tells what tools answered, by their names: JSON as `temperature 21, sky clear`, text as it is.
 *
 * @example
 * tellResults([{ name: 'get_weather', text: '{"temperature":21}' }], phrases.en); // 'According to get_weather: temperature 21.'
 */
export function tellResults(results: readonly ToolResult[], set: Phrases): string {
  return results
    .map(({ name, text }) =>
      fill(set.toolSaid, { t: name, v: shorten(tell(text), longestResult).replace(/[.。]$/, '') }),
    )
    .join('\n');
}

/** Numbers that JSON would round are told as they stand. */
const longNumber = /\d{16}/;

function tell(text: string): string {
  if (text.trim() === '') return '—';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'number' || longNumber.test(text)) return text.trim();
    return typeof value === 'object' && value !== null
      ? leaves(value, '').slice(0, 200).join(', ') || text
      : String(value);
  } catch {
    return text.trim();
  }
}

function leaves(value: unknown, path: string, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 16)
    return [`${path}${path === '' ? '' : ' '}${String(value)}`];
  return Object.entries(value).flatMap(([key, part]) => {
    const own = Array.isArray(value) ? path : `${path}${path === '' ? '' : '.'}${key}`;
    return leaves(part, own, depth + 1);
  });
}
