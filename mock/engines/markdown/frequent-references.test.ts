import { decodeHTML } from 'entities/decode';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frequentReference } from './frequent-references.ts';
import { bytesOf } from './testing/bytes-of.ts';

function read(name: string): string | undefined {
  const bytes = bytesOf(`&${name};`);
  return frequentReference(bytes, 1, bytes.length - 1);
}

describe('frequentReference', () => {
  it.each([
    'amp',
    'lt',
    'gt',
    'quot',
    'apos',
    'nbsp',
    'mdash',
    'hellip',
    'copy',
    'euro',
    '#39',
    '#x27',
    '#8217',
  ])('knows &%s; as the whole table has it', (name) => {
    expect(read(name)).toBe(decodeHTML(`&${name};`));
  });

  it.each(['am', 'ampx', 'AMP', 'Amp', 'x', '#40', '#3', 'nosuch', ''])('knows no &%s;', (name) => {
    expect(read(name)).toBeUndefined();
  });

  it('reads nothing otherwise than the whole table', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ampltgquonbs#x1236789'.split('')), maxLength: 6 });
    fc.assert(
      fc.property(letters, (name) => {
        const text = read(name);
        if (text !== undefined) expect(text).toBe(decodeHTML(`&${name};`));
      }),
      { numRuns: 1000 },
    );
  });
});
