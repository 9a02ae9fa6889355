import { describe, expect, test } from 'vitest';
import { decodePage } from './decode-page.ts';
import { missingWords, toWords } from './words.ts';

describe('toWords', () => {
  test.each([
    ['# It *is* `a.b` [so](/x "t")', ['It', 'is', 'a', 'b', 'so']],
    ['a[b](/c)d **e**f', ['abd', 'ef']],
    ['a\\_b &amp; c\\*', ['a', 'b', 'c']],
    ['![alt text](/i.png)', ['alt', 'text']],
    ['| a | b |\n| - | - |\n| c | d<br>e |', ['a', 'b', 'c', 'd', 'e']],
    ['<details>\n\n<summary>S</summary>\n\nx\n\n</details>', ['S', 'x']],
    ['<dl><dt><img src="/i" alt="an &amp; b"> **c**d</dt></dl>', ['an', 'b', 'cd']],
    ['H<sub>2</sub>O <!-- not this --> and', ['H2O', 'and']],
    ['```js\nlet x;\n```', ['let', 'x']],
    ['日本語 и résumé', ['日本語', 'и', 'résumé']],
  ])('finds those of %j', (markdown, words) => {
    expect(toWords(markdown)).toEqual(words);
  });
});

describe('missingWords', () => {
  test.each([
    ['a b c', 'a c', ''],
    ['a c', 'a b c', 'b'],
    ['b a', 'a b', 'b'],
    ['', 'a b', 'a b'],
    [`a ${'x '.repeat(100)}b c`, 'a b c', 'b c'],
  ])('of %j against %j are %j', (given, wanted, missing) => {
    const split = (text: string) => text.split(' ').filter((word) => word !== '');
    expect(missingWords(split(given), split(wanted))).toEqual(split(missing));
  });
});

describe('decodePage', () => {
  const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

  test.each([
    ['a byte order mark', '\xff\xfeh\x00', 'text/html; charset=utf-8', 'h'],
    ['the type', '\xe9', 'text/html; charset=windows-1252', 'é'],
    [
      'the type before the meta tag',
      '<meta charset="utf-8">\xe9',
      'text/html;charset=latin1',
      '<meta charset="utf-8">é',
    ],
    ['the meta tag', '<meta charset=shift_jis>\x83\x41', 'text/html', '<meta charset=shift_jis>ア'],
    ['nothing', '\xc3\xa9', 'text/html', 'é'],
  ])('reads by %s', (_, page, type, text) => {
    expect(decodePage(bytes(page), type)).toBe(text);
  });
});
