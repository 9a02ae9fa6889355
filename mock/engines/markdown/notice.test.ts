import { describe, expect, it } from 'vitest';
import { incompleteNotice, type Shortfall } from './notice.ts';

describe('incompleteNotice', () => {
  it.each<{ readonly what: string; readonly shortfalls: readonly Shortfall[]; readonly notice: string }>([
    { what: 'nothing', shortfalls: [], notice: '' },
    {
      what: 'a page that was cut',
      shortfalls: ['source HTML truncated at the conversion size limit'],
      notice:
        '<!-- Cloudflare Markdown for Agents: incomplete conversion; source HTML truncated at the conversion size limit -->\n',
    },
    {
      what: 'two reasons',
      shortfalls: ['oversized front matter omitted', 'oversized JSON-LD omitted'],
      notice:
        '<!-- Cloudflare Markdown for Agents: incomplete conversion; oversized front matter omitted; oversized JSON-LD omitted -->\n',
    },
  ])('says $what', ({ shortfalls, notice }) => {
    expect(incompleteNotice(shortfalls)).toBe(notice);
  });
});
