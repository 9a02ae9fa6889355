import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { frontmatter, Metadata, type MetadataField, yamlString } from './frontmatter.ts';
import { isJsonLd, JsonLd } from './json-ld.ts';
import { escaped } from './testing/arbitraries.ts';
import { getAttributes, toBytes } from './testing/to-bytes.ts';

function getValues(field: MetadataField, ...tags: string[]): string[] {
  const metadata = new Metadata();
  for (const tag of tags) metadata.note(getAttributes(` ${tag}`));
  return metadata.of(field).map(({ value }) => value);
}

describe('Metadata', () => {
  it.each<{
    readonly what: string;
    readonly field: MetadataField;
    readonly tags: string[];
    readonly values: string[];
  }>([
    { what: 'the name', field: 'title', tags: ['name=title content=a'], values: ['a'] },
    { what: 'the property', field: 'title', tags: ['property=og:title content=a'], values: ['a'] },
    {
      what: 'the name before the property',
      field: 'title',
      tags: ['property=og:title content=a', 'name=title content=b'],
      values: ['b', 'a'],
    },
    {
      what: 'a description',
      field: 'description',
      tags: ['name=description content=a', 'property=og:description content=b'],
      values: ['a', 'b'],
    },
    {
      what: 'an image by its property',
      field: 'image',
      tags: ['property=og:image content=a'],
      values: ['a'],
    },
    {
      what: 'no image by a name',
      field: 'image',
      tags: ['name=image content=a', 'name=og:image content=a'],
      values: [],
    },
    {
      what: 'no title of another name',
      field: 'title',
      tags: ['name=og:title content=a', 'property=title content=a', 'name=twitter:title content=a'],
      values: [],
    },
    {
      what: 'the first of two',
      field: 'title',
      tags: ['name=title content=a', 'name=title content=b'],
      values: ['a'],
    },
    {
      what: 'the first non-empty one',
      field: 'title',
      tags: ['name=title content=" "', 'name=title', 'name=title content=b'],
      values: ['b'],
    },
    {
      what: 'names in any case and with spaces',
      field: 'title',
      tags: ['NAME=" Title " content=a'],
      values: ['a'],
    },
    {
      what: 'a tag with both',
      field: 'title',
      tags: ['name=title property=og:title content=a'],
      values: ['a', 'a'],
    },
    {
      what: 'a value with references',
      field: 'title',
      tags: ['name=title content="a &amp; &quot;b&quot;"'],
      values: ['a & "b"'],
    },
  ])('uses $what', ({ field, tags, values }) => {
    expect(getValues(field, ...tags)).toEqual(values);
  });

  it('counts each value’s position on the page', () => {
    const metadata = new Metadata();
    for (const tag of ['name=viewport content=x', 'property=og:image content=a', 'name=title content=b']) {
      metadata.note(getAttributes(` ${tag}`));
    }
    const [image] = metadata.of('image');
    const [title] = metadata.of('title');
    expect((image?.place ?? 9) < (title?.place ?? -1)).toBe(true);
  });
});

function getFrontmatter(...tags: (readonly [kind: string, value: string])[]) {
  const metadata = new Metadata();
  for (const [kind, value] of tags) {
    const attribute = kind.startsWith('og:') ? 'property' : 'name';
    metadata.note(getAttributes(` ${attribute}=${kind} content="${escaped(value)}"`));
  }
  return frontmatter(metadata);
}

describe('frontmatter', () => {
  it('is empty without metadata', () => {
    expect(getFrontmatter()).toEqual({ text: '', omitted: false });
  });

  it('has the fields in page order', () => {
    expect(getFrontmatter(['og:image', '/i.png'], ['description', 'b'], ['title', 'a']).text).toBe(
      '---\nimage: /i.png\ndescription: b\ntitle: a\n---\n',
    );
  });

  it('prefers the standard form to the Open Graph form, in any order', () => {
    expect(getFrontmatter(['og:title', 'a'], ['title', 'b']).text).toBe('---\ntitle: b\n---\n');
  });

  const most = markdownLimits.frontmatterBytes - '---\ntitle: \n---\n'.length;

  it.each([
    {
      what: 'a value that just fits',
      tags: [['title', 'a'.repeat(most)]] as const,
      fields: ['title'],
      omitted: false,
    },
    {
      what: 'no value one byte longer',
      tags: [['title', 'a'.repeat(most + 1)]] as const,
      fields: [],
      omitted: true,
    },
    {
      what: 'no value longer in UTF-8',
      tags: [['title', 'é'.repeat(most / 2 + 1)]] as const,
      fields: [],
      omitted: true,
    },
    {
      what: 'the title before the description',
      tags: [
        ['description', 'a'.repeat(40_000)],
        ['title', 'b'.repeat(40_000)],
      ] as const,
      fields: ['title'],
      omitted: true,
    },
    {
      what: 'a small image after a description that does not fit',
      tags: [
        ['description', 'a'.repeat(70_000)],
        ['og:image', '/i'],
      ] as const,
      fields: ['image'],
      omitted: true,
    },
    {
      what: 'the Open Graph value where the standard one does not fit',
      tags: [
        ['title', 'a'.repeat(70_000)],
        ['og:title', 'b'],
      ] as const,
      fields: ['title'],
      omitted: true,
    },
  ])('has $what', ({ tags, fields, omitted }) => {
    const { text, omitted: was } = getFrontmatter(...tags);
    expect(Object.keys(parse(text.replaceAll('---', '')) ?? {})).toEqual(fields);
    expect(was).toBe(omitted);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(markdownLimits.frontmatterBytes);
  });
});

describe('yamlString', () => {
  it.each([
    { value: 'Plain words, it\'s "so": yes', yaml: '"Plain words, it\'s \\"so\\": yes"' },
    { value: "it's plain", yaml: "it's plain" },
    { value: 'a: b', yaml: '"a: b"' },
    { value: 'a:b', yaml: 'a:b' },
    { value: 'a #b', yaml: '"a #b"' },
    { value: 'a#b', yaml: 'a#b' },
    { value: '@scope/name', yaml: '"@scope/name"' },
    { value: '/i.png?v=1', yaml: '/i.png?v=1' },
    { value: 'https://h/a', yaml: 'https://h/a' },
    { value: 'true', yaml: '"true"' },
    { value: 'No', yaml: '"No"' },
    { value: '1.5', yaml: '"1.5"' },
    { value: '2026-01-01', yaml: '"2026-01-01"' },
    { value: ' edge ', yaml: '" edge "' },
    { value: 'a\nb\tc', yaml: '"a\\nb\\tc"' },
    { value: 'a\\b', yaml: 'a\\b' },
    { value: '\u2028\u0007', yaml: '"\\u2028\\u0007"' },
    { value: 'ends:', yaml: '"ends:"' },
    { value: '–—日本', yaml: '–—日本' },
    { value: '', yaml: '""' },
  ])('writes $value as $yaml', ({ value, yaml }) => {
    expect(yamlString(value)).toBe(yaml);
    expect(parse(yamlString(value), { version: '1.2' })).toBe(value);
    expect(parse(yamlString(value), { version: '1.1' })).toBe(value);
  });
});

function collected(...scripts: string[]): JsonLd {
  const jsonLd = new JsonLd();
  for (const script of scripts) {
    const bytes = toBytes(script);
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
  ])('treats $type as JSON-LD: $is', ({ type, is }) => {
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
    { what: 'several lines as one', scripts: ['{\n  "a": 1\n}'], block: '```json\n{"a":1}\n```\n' },
    {
      what: 'lines of invalid JSON unchanged',
      scripts: ['{\n  "a"\n}'],
      block: '```json\n{\n  "a"\n}\n```\n',
    },
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

  it('keeps what fits, and leaves out the first script that does not and all after it', () => {
    const big = `"${'x'.repeat(markdownLimits.jsonLdBytes - 3)}"`;
    const fits = collected('1', big);
    expect([fits.omitted, fits.block.length]).toEqual([false, '```json\n1\n\n```\n'.length + big.length]);
    const over = collected('12', big, '3');
    expect([over.omitted, over.block]).toEqual([true, '```json\n12\n```\n']);
  });

  it('stores no more of a script than could fit', () => {
    const jsonLd = new JsonLd();
    const chunk = toBytes('x'.repeat(1_000_000));
    for (let i = 0; i < 50; i++) jsonLd.write(chunk, 0, chunk.length);
    jsonLd.close();
    expect([jsonLd.omitted, jsonLd.block]).toEqual([true, '']);
  });
});
