import { describe, expect, it } from 'vitest';
import { listsHtml } from './lists.ts';

const item = (html: string, depth = 0, ordered = false) => ({ html, depth, ordered });

describe('listsHtml', () => {
  it.each([
    ['one list', [item('a'), item('b')], '<ul><li>a</li><li>b</li></ul>'],
    [
      'a list in an item',
      [item('a'), item('b', 1), item('c')],
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    ['a list of another kind', [item('a'), item('b', 0, true)], '<ul><li>a</li></ul><ol><li>b</li></ol>'],
    [
      'a step of two',
      [item('a'), item('b', 2), item('c', 2)],
      '<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul>',
    ],
    ['a list that starts deep', [item('a', 1), item('b')], '<ul><li>a</li></ul><ul><li>b</li></ul>'],
    ['nothing', [], ''],
  ])('writes %s', (_, items, html) => expect(listsHtml(items)).toBe(html));
});
