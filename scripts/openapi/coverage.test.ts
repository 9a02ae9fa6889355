import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readWithOverlays } from '../../mock/documents/read-with-overlays.ts';
import { getCoverage } from './coverage.ts';
import { printCoverage } from './print-coverage.ts';

const answer = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });
const lamp = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const small = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: 'https://lamps.example.com/client/v4' }],
  paths: {
    '/zones/{zone}': { get: { ...answer(lamp), tags: ['Zones'] } },
    '/accounts/{account}/ai/run/@cf/a/b': { post: { ...answer(lamp), tags: ['Models'] } },
    '/lamps': { get: answer({ type: 'array', items: lamp }), post: answer(lamp) },
    '/lamps/{id}': { delete: { responses: { 204: {} } } },
    '/lamps/{id}/log': { get: { responses: { 404: {} } } },
    '/status': { get: answer(lamp) },
    lost: {},
  },
};

describe('coverage', () => {
  it('counts operations of the mock itself, those with state, samples, and what is not served', () => {
    const coverage = getCoverage(readWithOverlays({ name: 'lamps', document: small }));
    expect(coverage).toMatchObject({ total: 7, real: 2, state: 3, sample: 1, none: 1 });
    expect(coverage.tags.map(({ tag, total }) => `${tag}: ${total}`)).toEqual([
      'Models: 1',
      'no tag: 5',
      'Zones: 1',
    ]);
    expect(coverage.operations.find(({ path }) => path.endsWith('/log'))).toMatchObject({
      level: 'none',
      reason: 'The document describes no successful answer.',
    });
  });

  it('names schemas without a value, and members that parts of an allOf refuse each other', () => {
    const never = () => ({ type: 'object', minProperties: 2, maxProperties: 1 });
    const all = { allOf: [{ additionalProperties: false }, lamp] };
    const takes = (schema: object) => ({
      requestBody: { required: true, content: { 'application/json': { schema } } },
      ...answer(lamp),
    });
    const paths = {
      '/a': { get: answer({ type: 'array', items: never() }), post: takes(never()), put: takes(all) },
      '/b': { get: answer({ type: 'object', properties: { success: {}, result: never() } }) },
    };
    const document = { openapi: '3.1.0', paths };
    const { operations, problems } = getCoverage(readWithOverlays({ name: 'lamps', document }));
    const reasons = operations.map(({ method, path, reason }) => `${method} ${path}: ${reason}`);
    expect(reasons).toEqual([
      expect.stringMatching(
        /^GET \/a: The schema \S+ has no value: minProperties is 2 and maxProperties is 1\.$/,
      ),
      'PUT /a: undefined',
      expect.stringMatching(/^POST \/a: The schema \S+ has no value/),
      expect.stringMatching(/^GET \/b: The schema \S+\/result has no value/),
    ]);
    expect(problems).toEqual([
      {
        pointer: expect.stringMatching(/\/allOf\/0$/),
        problem: expect.stringMatching(/^No request with "id" or "name" fits \S+: \S+\/allOf\/1 names it/),
      },
    ]);
  });

  it('ends for schemas that take too much work, and names them', () => {
    const level = (index: number) => ({
      anyOf: Array.from({ length: 6 }, () => ({ $ref: `#/components/schemas/S${index}` })),
    });
    const nested = Array.from({ length: 11 }, (_, index) => [`S${index + 1}`, level(index)]);
    const members = (a: object) => ({ type: 'object', required: ['a'], properties: { a } });
    const wide = { allOf: [members(level(11)), members({ minLength: 1 })] };
    const document = {
      openapi: '3.1.0',
      components: { schemas: { S0: { type: 'string' }, ...Object.fromEntries(nested) } },
      paths: { '/wide': { get: answer(wide) }, '/lamp': { get: answer(lamp) } },
    };
    const { operations } = getCoverage(readWithOverlays({ name: 'lamps', document }));
    expect(operations.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^The schema \S+ takes more than 100000 looks/),
      undefined,
    ]);
  });

  it('finds state in the API of another vendor', () => {
    const name = '@octokit/openapi/generated/api.github.com.json';
    const file = createRequire(import.meta.url).resolve(name);
    const document = JSON.parse(readFileSync(file, 'utf8'));
    const { total, state, none } = getCoverage(readWithOverlays({ name, document }));
    expect(total).toBeGreaterThan(1_000);
    expect(state).toBeGreaterThan(700);
    expect(none).toBeLessThan(10);
  });
});

const reference =
  process.env['TOUCHSTONE_V4_OPENAPI'] ??
  join(import.meta.dirname, '../../../shared/reference/v4-openapi-2024-08.json');

describe.skipIf(!existsSync(reference))(
  `the document of the platform (${reference}, or TOUCHSTONE_V4_OPENAPI)`,
  () => {
    it('has state for most operations, and an answer for nearly all', () => {
      const document = JSON.parse(readFileSync(reference, 'utf8'));
      const { total, real, state, sample } = getCoverage(readWithOverlays({ name: reference, document }));
      expect(real + state).toBeGreaterThan(1_000);
      expect(total - real - state - sample).toBeLessThan(10);
    });
  },
);

describe('the command', () => {
  let folder: string;
  const lines: string[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-'));
    lines.length = 0;
    const keep = (text: string) => void lines.push(text);
    vi.spyOn(console, 'log').mockImplementation(keep);
    vi.spyOn(console, 'error').mockImplementation(keep);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  });
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  it('prints a line for each tag, and what is not served', async () => {
    expect(await printCoverage(await write('lamps.json', JSON.stringify(small)), {})).toBe(0);
    expect(lines.join('\n').split('\n')).toEqual([
      'tag     operations        real       state      sample  not served',
      'Models           1           1           0           0           0',
      'no tag           5           0           3           1           1',
      'Zones            1           1           0           0           0',
      'all              7           2           3           1           1',
      '',
      'real: behaviour of the mock itself; state: records are kept, from the schema alone; sample: an answer that fits.',
      '',
      'Not served:',
      'GET /lamps/{id}/log: The document describes no successful answer.',
      '/paths/lost: The path has no slash at its start.',
    ]);
  });

  it('reads YAML, and overlays', async () => {
    const document = await write(
      'lamps.yaml',
      'openapi: 3.1.0\npaths:\n  /a:\n    get: {responses: {200: {}}}\n',
    );
    const overlay = await write(
      'fix.yaml',
      "overlay: 1.0.0\nactions:\n  - target: $.paths['/a'].get\n    update: {x-touchstone-role: {kind: none, reason: Later.}}\n",
    );
    expect(await printCoverage(document, { overlay: [overlay], json: true })).toBe(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      total: 1,
      none: 1,
      operations: [{ reason: 'Later.' }],
    });
  });

  it.each([
    ['no such file', undefined, /missing\.json: does not exist$/],
    ['no JSON', '{', /bad\.json is not JSON: .*\.$/],
    ['no document', '{}', /is not an OpenAPI document/],
  ])('refuses in one line what is no document: %s', async (_, text, message) => {
    const file = text === undefined ? join(folder, 'missing.json') : await write('bad.json', text);
    expect(await printCoverage(file, {})).toBe(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(message);
  });
});
