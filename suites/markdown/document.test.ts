import { describe, expect, test } from 'vitest';
import { getFields, splitDocument, toGoldenForm } from './document.ts';

const notice = '<!-- Cloudflare Markdown for Agents: incomplete conversion; oversized JSON-LD omitted -->';

describe('splitDocument', () => {
  test.each([
    ['a body', '# A\n\nb\n', { body: '# A\n\nb' }],
    ['nothing', '', { body: '' }],
    ['frontmatter', '---\ntitle: A\n---\n\n# A\n', { frontmatter: 'title: A\n', body: '# A' }],
    ['frontmatter alone', '---\ntitle: A\n---\n', { frontmatter: 'title: A\n', body: '' }],
    ['JSON-LD', 'a\n\n```json\n{}\n[]\n```\n', { body: 'a', jsonLd: '```json\n{}\n[]\n```' }],
    ['JSON-LD between tildes', 'a\n\n~~~json\n{}\n~~~\n', { body: 'a', jsonLd: '~~~json\n{}\n~~~' }],
    ['JSON-LD alone', '```json\n{}\n```\n', { body: '', jsonLd: '```json\n{}\n```' }],
    [
      'a longer fence',
      'a\n\n````json\n"```"\n```\n````\n',
      { body: 'a', jsonLd: '````json\n"```"\n```\n````' },
    ],
    [
      'a block of code before JSON-LD',
      '```json\n1\n```\n\n```json\n{}\n```\n',
      { body: '```json\n1\n```', jsonLd: '```json\n{}\n```' },
    ],
    ['a block of other code at the end', 'a\n\n```js\n{}\n```\n', { body: 'a\n\n```js\n{}\n```' }],
    ['a notice', `a\n\n${notice}\n`, { body: 'a', notice }],
    [
      'everything',
      `---\ntitle: A\n---\n\nb\n\n${notice}\n\n\`\`\`json\n{}\n\`\`\`\n`,
      { frontmatter: 'title: A\n', body: 'b', notice, jsonLd: '```json\n{}\n```' },
    ],
    ['a thematic break in the body', 'a\n\n---\n\nb\n\n---\n', { body: 'a\n\n---\n\nb\n\n---' }],
    ['indented code at the start', '\n    a\n', { body: '    a' }],
  ])('finds %s', (_, text, parts) => {
    const none = { frontmatter: undefined, notice: undefined, jsonLd: undefined };
    expect(splitDocument(text)).toEqual({ ...none, ...parts });
  });
});

describe('getFields', () => {
  test('reads values as YAML defines them', () => {
    expect(getFields('title: "@a: b"\ndescription: it\'s # not\nimage: x#y\n')).toEqual({
      title: '@a: b',
      description: "it's",
      image: 'x#y',
    });
  });

  test.each([
    ['title: a: b\n', /no YAML/],
    ['title: "a\n', /no YAML/],
    ['title: @a\n', /no YAML/],
    ['title: a\ntitle: b\n', /no YAML/],
    ['title: true\n', /title of the frontmatter is true/],
    ['title: 12\n', /is 12, expected a string/],
    ['title:\n', /is null/],
    ['- title\n', /no mapping/],
    ['', /no mapping/],
  ])('refuses %j', (text, reason) => {
    expect(() => getFields(text)).toThrow(reason);
  });
});

describe('toGoldenForm', () => {
  test.each([
    ['[a](http://api.zone.test/b)', '[a](https://page.example/b)'],
    ['<https://api.zone.test:4801/a b>', '<https://page.example/a b>'],
    ['(https://api.zone.test)', '(https://page.example)'],
    ['(https://api.zone.test.evil/)', '(https://api.zone.test.evil/)'],
    ['(https://my-api.zone.test/)', '(https://my-api.zone.test/)'],
    ['(https://apixzone.test/)', '(https://apixzone.test/)'],
  ])('writes %s as %s', (text, written) => {
    expect(toGoldenForm(text, 'api.zone.test')).toBe(written);
  });
});
