import { describe, expect, it } from 'vitest';
import { openApiLimits } from '../../../spec/engine-limits.ts';
import { DocumentError } from './document.ts';
import { parseDocument, parseText } from './parse-document.ts';

/** Lists of aliases of the list before: their values multiply. */
const bomb = Array.from({ length: 30 }, (_, index) =>
  index === 0 ? 'a0: &a0 [x, x, x]' : `a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}]`,
).join('\n');
const nested = (depth: number) => '{"a":'.repeat(depth) + '1'.padEnd(depth + 1, '}');

describe('the text of a document', () => {
  it.each([
    ['JSON', '{"openapi":"3.1.0","paths":{}}'],
    ['JSON with a byte order mark', '\uFEFF{"openapi":"3.1.0","paths":{}}'],
    ['YAML', 'openapi: 3.1.0\npaths: {}\n'],
    ['bytes', new TextEncoder().encode('{"openapi":"3.1.0","paths":{}}')],
  ])('can be %s', async (_, text) => {
    expect(await parseDocument(text, 'shop')).toMatchObject({ name: 'shop', version: '3.1' });
  });

  it.each([
    ['JSON that breaks off', '{"a": 1,\n "b": }', 'shop is not JSON: value expected in line 2, column 7.'],
    ['numbers that JSON lacks', '{"a": 01}', 'shop is not JSON: comma expected in line 1, column 8.'],
    ['neither', 'a: [1\nb: 2', 'shop is neither JSON nor YAML: deficient indentation in line 2, column 1.'],
    ['nothing', '', 'shop is neither JSON nor YAML: expected a document, but the input is empty.'],
    ['a word', 'lamps', 'shop is not an OpenAPI document: it is no object.'],
    ['other bytes', Uint8Array.of(0x7b, 0xff), 'shop is not text in UTF-8.'],
    [
      'deep JSON',
      nested(openApiLimits.depth + 1),
      'shop is nested deeper than 500 levels at /a/a/a/a/a/a/a/a.',
    ],
    ['brackets without end', '['.repeat(1_000_000), 'shop is not JSON: '],
    ['deep YAML', `a: ${'['.repeat(600)}`, 'shop is neither JSON nor YAML: nesting exceeded maxDepth (500)'],
    ['aliases that multiply', bomb, 'shop has more than 10000000 values, with those behind its aliases.'],
    ['an alias of itself', 'a: &a\n  b: *a', 'shop has an alias that leads to itself.'],
  ])('is refused in one sentence: %s', async (_, text, message) => {
    const error = await parseDocument(text, 'shop').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DocumentError);
    expect(String(error)).toContain(message);
  });

  it('is refused by its size before it is read', async () => {
    const bytes = new Uint8Array(openApiLimits.documentBytes + 1);
    await expect(parseDocument(bytes, 'shop')).rejects.toThrow('has 67108865 bytes; 67108864 is the limit');
  });

  it('keeps names of prototypes as members, and lone surrogates', async () => {
    const json = await parseText('{"__proto__":{"a":"\\ud800"},"constructor":1}', 'shop');
    expect(Object.entries(json as object)).toEqual([
      ['__proto__', { a: '\ud800' }],
      ['constructor', 1],
    ]);
    const yaml = await parseText('__proto__: {a: 1}', 'shop');
    expect(Object.entries(yaml as object)).toEqual([['__proto__', { a: 1 }]]);
  });
});
