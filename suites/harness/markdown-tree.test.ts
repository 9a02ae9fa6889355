import { expect, test } from 'vitest';
import { markdownOutline } from './markdown-tree.ts';

test.each([
  ['the marker of emphasis', '*a* __b__', '_a_ **b**'],
  ['the style of a heading', 'A\n=', '# A #'],
  ['the marker and the indentation of lists', '- a\n  - b', '*   a\n    + b'],
  ['blank lines between items', '- a\n- b', '- a\n\n- b'],
  ['where lines end', 'a\nb', 'a b'],
  ['the style of a line break', 'a  \nb', 'a\\\nb'],
  ['the length of a fence', '```js\na\n```', '~~~~js\na\n~~~~'],
  ['unnecessary escapes', 'a \\! b', 'a ! b'],
  ['character references', 'a &amp; b', 'a & b'],
  ['the width of table columns', '| a |\n| - |\n| b |', '| a   |\n| --- |\n| b   |'],
  ['where the URL of a link is defined', '[a](/b "c")', '[a][x]\n\n[x]: /b "c"'],
  ['blank lines at the end', 'a', 'a\n\n\n'],
])('an outline leaves out %s', (_, one, other) => {
  expect(markdownOutline(one)).toBe(markdownOutline(other));
});

test.each([
  ['the level of a heading', '# a', '## a'],
  ['the start of a list', '1. a', '2. a'],
  ['emphasis', '*a*', '**a**'],
  ['a hard line break', 'a  \nb', 'a\nb'],
  ['the language of a code block', '```js\na\n```', '```\na\n```'],
  ['white space in code', '```\n a\n```', '```\na\n```'],
  ['the URL of a link', '[a](/b)', '[a](/c)'],
  ['the title of a link', '[a](/b "c")', '[a](/b)'],
  ['the alternative text of an image', '![a](/b)', '![](/b)'],
  ['HTML', '<b>a</b>', '**a**'],
  ['alignment', '| a |\n| - |', '| a |\n| :- |'],
  ['one list or two', '- a\n\n<!-- -->\n\n- b', '- a\n- b'],
  ['a checked item', '- [ ] a', '- [x] a'],
  ['the words', 'a b', 'a c'],
])('an outline tells %s', (_, one, other) => {
  expect(markdownOutline(one)).not.toBe(markdownOutline(other));
});
