import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { frontmatter, yamlString } from './frontmatter.ts';
import { Metadata } from './metadata.ts';
import { attributesOf } from './testing/attributes-of.ts';
import { escaped } from './testing/inline-arbitrary.ts';

function frontmatterOf(...tags: (readonly [kind: string, value: string])[]) {
  const metadata = new Metadata();
  for (const [kind, value] of tags) {
    const attribute = kind.startsWith('og:') ? 'property' : 'name';
    metadata.note(attributesOf(` ${attribute}=${kind} content="${escaped(value)}"`));
  }
  return frontmatter(metadata);
}

describe('frontmatter', () => {
  it('is nothing when nothing is said', () => {
    expect(frontmatterOf()).toEqual({ text: '', omitted: false });
  });

  it('has the fields in the order of the page', () => {
    expect(frontmatterOf(['og:image', '/i.png'], ['description', 'b'], ['title', 'a']).text).toBe(
      '---\nimage: /i.png\ndescription: b\ntitle: a\n---\n',
    );
  });

  it('prefers the standard form to the Open Graph form, wherever each stands', () => {
    expect(frontmatterOf(['og:title', 'a'], ['title', 'b']).text).toBe('---\ntitle: b\n---\n');
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
      what: 'a small image behind a description that does not fit',
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
  ])('holds $what', ({ tags, fields, omitted }) => {
    const { text, omitted: was } = frontmatterOf(...tags);
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
