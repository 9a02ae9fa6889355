import { describe, expect, it } from 'vitest';
import { getFormat, parseSeed } from './parse-seed.ts';
import { SeedError, type SeedPath } from './seed-problem.ts';

const refusal = async (text: string, name: string) => {
  const error = await parseSeed(text, { name }).catch((thrown: unknown) => thrown);
  if (!(error instanceof SeedError)) throw new Error('the text was accepted');
  return error.message.split('\n');
};

const yaml = `# A shop
zones:
  - name: shop.test
    settings: { brotli: on, ipv6: off }
  - &other
    name: other.test
  - *other
`;

const json = `{
  // A shop
  "zones": [
    { "name": "shop.test", "settings": { "brotli": "on" }, },
  ],
}`;

describe('parseSeed', () => {
  it('reads YAML 1.2, in which on, off and times are text', async () => {
    const { value } = await parseSeed('a: on\nb: 2026-01-01T00:00:00Z\nc: 0o17\n');
    expect(value).toEqual({ a: 'on', b: '2026-01-01T00:00:00Z', c: 15 });
  });

  it('reads JSON with comments and trailing commas', async () => {
    const { value } = await parseSeed(json, { name: 'seed.jsonc' });
    expect(value).toEqual({ zones: [{ name: 'shop.test', settings: { brotli: 'on' } }] });
  });

  it.each([
    ['', 'yaml'],
    ['# nothing\n', 'yaml'],
  ])('treats %j as an empty seed', async (text) => {
    expect((await parseSeed(text)).value ?? null).toBeNull();
  });

  it.each<[SeedPath, number, number]>([
    [['zones'], 2, 1],
    [['zones', 0], 3, 5],
    [['zones', 0, 'settings', 'ipv6'], 4, 29],
    [['zones', 0, 'plan'], 3, 5],
    [['zones', 2, 'name'], 6, 5],
    [['accounts', 3], 2, 1],
  ])('locates %j in YAML, or its nearest parent', async (path, line, column) => {
    expect((await parseSeed(yaml)).getPlace(path)).toEqual({ line, column });
  });

  it.each<[SeedPath, number, number]>([
    [['zones'], 3, 3],
    [['zones', 0, 'settings', 'brotli'], 4, 42],
    [['zones', 0, 'plan'], 4, 5],
    [[], 1, 1],
  ])('locates %j in JSON, or its nearest parent', async (path, line, column) => {
    expect((await parseSeed(json, { format: 'json' })).getPlace(path)).toEqual({ line, column });
  });

  it.each([
    [
      'a: [',
      ['s.yaml:1:5: Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    ['a: 1\na: 2', ['s.yaml:2:1: Map keys must be unique']],
    ['a: *b', ['s.yaml:1:4: there is no anchor &b above']],
    ['a: 1\n---\nb: 1', ['s.yaml:2:1: a seed file has one document, but another one begins here']],
  ])('refuses %j as YAML and names the place', async (text, lines) => {
    expect(await refusal(text, 's.yaml')).toEqual(lines);
  });

  it('refuses aliases that would expand without bounds', async () => {
    const rows = Array.from('bcdefghi', (name, index) => {
      const before = String.fromCharCode(name.charCodeAt(0) - 1);
      return `${name}: &${name} [${Array(9)
        .fill(`*${index === 0 ? 'a' : before}`)
        .join(',')}]`;
    });
    expect(await refusal(`a: &a [x]\n${rows.join('\n')}\n`, 's.yaml')).toEqual([
      's.yaml: Excessive alias count indicates a resource exhaustion attack',
    ]);
  });

  it.each([
    ['', ['s.json:1:1: value expected']],
    ['{"a": 1 "b": 2}', ['s.json:1:9: comma expected']],
    ['{"a": 1,\n "a": 2}', ['s.json:2:2: the member "a" occurs twice']],
    ['[1', ['s.json:1:3: close bracket expected']],
  ])('refuses %j as JSON and names the place', async (text, lines) => {
    expect(await refusal(text, 's.json')).toEqual(lines);
  });

  it.each([
    ['a.yaml', 'yaml'],
    ['a.yml', 'yaml'],
    ['a', 'yaml'],
    ['a.json', 'json'],
    ['a.JSONC', 'json'],
  ])('treats %s as %s', (name, format) => {
    expect(getFormat(name)).toBe(format);
  });
});
