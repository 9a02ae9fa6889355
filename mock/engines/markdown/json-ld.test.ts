import { describe, expect, it } from 'vitest';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { isJsonLd, JsonLd } from './json-ld.ts';
import { bytesOf } from './testing/bytes-of.ts';

function collected(...scripts: string[]): JsonLd {
  const jsonLd = new JsonLd();
  for (const script of scripts) {
    const bytes = bytesOf(script);
    const middle = bytes.length >> 1;
    jsonLd.write(bytes, 0, middle);
    jsonLd.write(bytes, middle, bytes.length);
    jsonLd.close();
  }
  return jsonLd;
}

describe('isJsonLd', () => {
  it.each([
    { type: 'application/ld+json', is: true },
    { type: ' Application/LD+JSON ', is: true },
    { type: 'application/ld+json; charset=utf-8', is: true },
    { type: 'application/json', is: false },
    { type: 'application/ld+jsonx', is: false },
    { type: '', is: false },
    { type: undefined, is: false },
  ])('takes $type for JSON-LD: $is', ({ type, is }) => {
    expect(isJsonLd(type)).toBe(is);
  });
});

describe('JsonLd', () => {
  it.each([
    { what: 'nothing without a script', scripts: [], block: '' },
    { what: 'nothing for empty scripts', scripts: ['', ' \n '], block: '' },
    { what: 'one script', scripts: ['{"a":1}'], block: '```json\n{"a":1}\n```\n' },
    {
      what: 'scripts line by line',
      scripts: ['\n{"a":1}\n', '{"b":2}'],
      block: '```json\n{"a":1}\n{"b":2}\n```\n',
    },
    { what: 'lines as they are', scripts: ['{\n  "a": 1\n}'], block: '```json\n{\n  "a": 1\n}\n```\n' },
    {
      what: 'references as they are',
      scripts: ['{"a":"&amp;日"}'],
      block: '```json\n{"a":"&amp;日"}\n```\n',
    },
    {
      what: 'a longer fence for backticks',
      scripts: ['"```` ```"'],
      block: '`````json\n"```` ```"\n`````\n',
    },
  ])('writes $what', ({ scripts, block }) => {
    expect(collected(...scripts).block).toBe(block);
  });

  it('keeps what fits, and leaves out the first script that does not and all behind it', () => {
    const big = `"${'x'.repeat(markdownLimits.jsonLdBytes - 3)}"`;
    const fits = collected('1', big);
    expect([fits.omitted, fits.block.length]).toEqual([false, '```json\n1\n\n```\n'.length + big.length]);
    const over = collected('12', big, '3');
    expect([over.omitted, over.block]).toEqual([true, '```json\n12\n```\n']);
  });

  it('holds no more of a script than could fit', () => {
    const jsonLd = new JsonLd();
    const chunk = bytesOf('x'.repeat(1_000_000));
    for (let i = 0; i < 50; i++) jsonLd.write(chunk, 0, chunk.length);
    jsonLd.close();
    expect([jsonLd.omitted, jsonLd.block]).toEqual([true, '']);
  });
});
