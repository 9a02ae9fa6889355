import { expect, test } from 'vitest';
import { renderingLimits } from '../../spec/services/touchstone/renderings.ts';
import { RenderingShelf } from './rendering-shelf.ts';

const page = {
  at: '2030-01-01T00:00:00Z',
  operation: 'browser-rendering.screenshot.create',
  url: 'http://localhost/',
  html_characters: null,
  browser_ms: 1,
  cached: false,
  status: 200,
  problem: null,
  media_type: 'image/png',
};

function fill(shelf: RenderingShelf, ...sizes: number[]): void {
  for (const bytes of sizes) shelf.add({ ...page, bytes }, new Uint8Array(bytes), '{}');
}

const getIds = (shelf: RenderingShelf) => shelf.newestFirst().map(({ id }) => id);

test('a shelf has the newest renderings, newest first', () => {
  const shelf = new RenderingShelf();
  fill(shelf, ...Array.from({ length: renderingLimits.renderings + 2 }, () => 1));
  const ids = getIds(shelf);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, 52, 3]);
  expect(shelf.get('2')).toBeUndefined();
  expect(shelf.get('3')?.answer).toHaveLength(1);
});

test('the oldest renderings give way to the bytes of new ones', () => {
  const shelf = new RenderingShelf();
  const { bytes, largest } = renderingLimits;
  fill(shelf, ...Array.from({ length: bytes / largest }, () => largest));
  // With the characters of the requests, one of them is too many.
  expect(getIds(shelf)).toEqual([4, 3, 2]);
  fill(shelf, 1);
  expect(getIds(shelf)).toEqual([5, 4, 3, 2]);
});

test('of what is too large only the size stays', () => {
  const shelf = new RenderingShelf();
  const bytes = renderingLimits.largest + 1;
  shelf.add({ ...page, bytes }, new Uint8Array(bytes), ' '.repeat(bytes));
  expect(shelf.get('1')).toEqual({
    rendering: { id: 1, ...page, bytes },
    answer: undefined,
    request: undefined,
  });
});

test('a restored shelf has its former renderings, and goes on counting', () => {
  const shelf = new RenderingShelf();
  fill(shelf, 1);
  const restore = shelf.snapshot();
  for (const next of [2, 3]) {
    fill(shelf, 1);
    expect(getIds(shelf)).toEqual([next, 1]);
    restore();
  }
  expect(getIds(shelf)).toEqual([1]);
});
