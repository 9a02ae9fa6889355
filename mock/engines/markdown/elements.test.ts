import { describe, expect, it } from 'vitest';
import { elementCalled, elementNamed, elements, hasEnd } from './elements.ts';
import { bytesOf } from './testing/bytes-of.ts';

function named(name: string): string | undefined {
  const bytes = bytesOf(name);
  return elementNamed(bytes, 0, bytes.length)?.name;
}

describe('elementNamed', () => {
  it('finds every element of the table, in any case', () => {
    for (const { name } of elements) {
      expect([named(name), named(name.toUpperCase())]).toEqual([name, name]);
    }
  });

  it.each([
    'span',
    'x',
    'pp',
    'h7',
    'h0',
    'tabl',
    'tables',
    'a-b',
    '\u0001',
    'Ÿ',
    '',
    'blockquoteblockquote',
  ])('finds none for `%s`', (name) => {
    expect(named(name)).toBeUndefined();
  });

  it('looks at no more than the name', () => {
    expect(elementNamed(bytesOf('<pre>'), 1, 2)?.name).toBe('p');
  });
});

describe('elementCalled', () => {
  it('gives the element of a name', () => {
    expect(elementCalled('p').name).toBe('p');
  });

  it('refuses a name without effect', () => {
    expect(() => elementCalled('span')).toThrow(TypeError);
  });
});

describe('hasEnd', () => {
  it.each([
    { name: 'div', ends: true },
    { name: 'nav', ends: true },
    { name: 'li', ends: true },
    { name: 'br', ends: false },
    { name: 'img', ends: false },
    { name: 'em', ends: false },
    { name: 'body', ends: false },
    { name: 'script', ends: false },
  ])('is $ends for $name', ({ name, ends }) => {
    expect(hasEnd(elementCalled(name))).toBe(ends);
  });
});
