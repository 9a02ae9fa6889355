import { describe, expect, it } from 'vitest';
import { attributesOf } from './testing/attributes-of.ts';
import { bytesOf } from './testing/bytes-of.ts';

describe('Attributes', () => {
  it.each([
    { written: ' href="/a"', value: '/a' },
    { written: " href='/a'", value: '/a' },
    { written: ' href=/a', value: '/a' },
    { written: ' href = "/a" ', value: '/a' },
    { written: '\n\tHREF\f=\r/a', value: '/a' },
    { written: ' href', value: '' },
    { written: ' href=', value: '' },
    { written: ' href=""', value: '' },
    { written: ' href=/a/', value: '/a/' },
    { written: ' href="a b > c"', value: 'a b > c' },
    { written: ' href="it\'s"', value: "it's" },
    { written: ' x="href=y" href=z', value: 'z' },
    { written: ' x=\'"\' href="z"', value: 'z' },
    { written: ' href=first href=second', value: 'first' },
    { written: ' x/href=z', value: 'z' },
    { written: ' x="y"href=z', value: 'z' },
    { written: ' =href=z href=y', value: 'y' },
    { written: ' href="?a&amp;b&lt;c&#x41;"', value: '?a&b<cA' },
    { written: ' href="?a=1&copy=2&not;"', value: '?a=1&copy=2¬' },
    { written: ' href="日本 😀"', value: '日本 😀' },
    { written: ' data-href=x', value: undefined },
    { written: ' hre=x', value: undefined },
    { written: ' x="href"', value: undefined },
    { written: '', value: undefined },
  ])('finds href in `$written`: $value', ({ written, value }) => {
    expect(attributesOf(written).get('href')).toBe(value);
  });

  it('reads only the tag that it was given', () => {
    const attributes = attributesOf(' id=x');
    const page = bytesOf('<a class=b><i href=c>');
    attributes.read(page, 2, 10);
    expect([attributes.get('id'), attributes.get('class'), attributes.get('href')]).toEqual([
      undefined,
      'b',
      undefined,
    ]);
  });

  it('reads bytes that are no UTF-8 as characters that stand for them', () => {
    const attributes = attributesOf('');
    attributes.read(Uint8Array.from([0x61, 0x3d, 0xff, 0x62]), 0, 4);
    expect(attributes.get('a')).toBe('\ufffdb');
  });
});
