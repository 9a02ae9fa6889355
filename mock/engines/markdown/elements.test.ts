import { describe, expect, it } from 'vitest';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { elementCalled, elementNamed, elements, hasEnd, kinds } from './elements.ts';
import { OpenElements } from './open-elements.ts';
import { toBytes } from './testing/to-bytes.ts';

function named(name: string): string | undefined {
  const bytes = toBytes(name);
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

  it('reads no further than the name', () => {
    expect(elementNamed(toBytes('<pre>'), 1, 2)?.name).toBe('p');
  });
});

describe('elementCalled', () => {
  it('returns the element of a name', () => {
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

/** Open elements, by name, and a log of closed ones. */
function opened(...names: string[]): { readonly open: OpenElements; readonly closed: string[] } {
  const closed: string[] = [];
  const open = new OpenElements((element, state) =>
    closed.push(state === 0 ? element.name : `${element.name}:${state}`),
  );
  for (const name of names) open.push(elementCalled(name));
  return { open, closed };
}

describe('OpenElements', () => {
  it.each([
    { names: ['div', 'p'], end: 'div', closed: ['p', 'div'] },
    { names: ['div', 'p', 'ul', 'li'], end: 'p', closed: ['li', 'ul', 'p'] },
    { names: ['div'], end: 'p', closed: [] },
    { names: ['div', 'table', 'tr', 'td', 'p'], end: 'div', closed: [] },
    { names: ['table', 'tr', 'td', 'p'], end: 'td', closed: ['p', 'td'] },
    { names: ['table', 'tr', 'td', 'p'], end: 'tr', closed: ['p', 'td', 'tr'] },
    { names: ['table', 'tbody', 'tr', 'td', 'p'], end: 'table', closed: ['p', 'td', 'tr', 'tbody', 'table'] },
    { names: ['table', 'caption', 'p'], end: 'table', closed: ['p', 'caption', 'table'] },
    { names: ['p', 'template', 'div'], end: 'p', closed: [] },
  ])('closes $closed of $names by </$end>', ({ names, end, closed }) => {
    const state = opened(...names);
    expect(state.open.close(elementCalled(end))).toBe(closed.length > 0);
    expect(state.closed).toEqual(closed);
  });

  it('closes the innermost of a kind unless a barrier is in between', () => {
    const { open, closed } = opened('ul', 'li', 'blockquote');
    expect(open.closeKind(kinds.item, new Set([kinds.quote]))).toBe(false);
    expect(open.closeKind(kinds.item)).toBe(true);
    expect(closed).toEqual(['blockquote', 'li']);
    expect(open.innermost?.name).toBe('ul');
  });

  it('closes everything within an element of some kinds', () => {
    const { open, closed } = opened('table', 'tr', 'td', 'p');
    open.closeWithin(new Set([kinds.table]));
    expect(closed).toEqual(['p', 'td', 'tr']);
  });

  it('reports the recorded state of an element when it is closed', () => {
    const { open, closed } = opened('div');
    open.push(elementCalled('p'), 3);
    open.closeAll();
    expect(closed).toEqual(['p:3', 'div']);
  });

  it('knows open elements', () => {
    const { open } = opened('div', 'p');
    expect([open.isOpen(elementCalled('p')), open.isOpen(elementCalled('ul'))]).toEqual([true, false]);
    open.pop();
    expect(open.isOpen(elementCalled('p'))).toBe(false);
  });

  it('opens no more than the limit, and ignores the end tags of the others', () => {
    const { open, closed } = opened();
    const div = elementCalled('div');
    for (let i = 0; i < markdownLimits.depth; i++) expect(open.push(div)).toBe(true);
    expect([open.push(div), open.push(div)]).toEqual([false, false]);
    expect([open.close(div), open.close(div)]).toEqual([false, false]);
    expect([closed.length, open.depth]).toEqual([0, markdownLimits.depth]);
    expect(open.close(div)).toBe(true);
  });

  it('pops nothing when empty', () => {
    const { open, closed } = opened();
    open.pop();
    expect([open.depth, closed]).toEqual([0, []]);
  });
});
