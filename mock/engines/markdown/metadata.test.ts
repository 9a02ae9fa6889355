import { describe, expect, it } from 'vitest';
import { Metadata, type MetadataField } from './metadata.ts';
import { attributesOf } from './testing/attributes-of.ts';

function valuesOf(field: MetadataField, ...tags: string[]): string[] {
  const metadata = new Metadata();
  for (const tag of tags) metadata.note(attributesOf(` ${tag}`));
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
      what: 'the first that has a value',
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
      what: 'a tag that is both',
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
  ])('takes $what', ({ field, tags, values }) => {
    expect(valuesOf(field, ...tags)).toEqual(values);
  });

  it('counts where on the page each was said', () => {
    const metadata = new Metadata();
    for (const tag of ['name=viewport content=x', 'property=og:image content=a', 'name=title content=b']) {
      metadata.note(attributesOf(` ${tag}`));
    }
    const [image] = metadata.of('image');
    const [title] = metadata.of('title');
    expect((image?.place ?? 9) < (title?.place ?? -1)).toBe(true);
  });
});
