import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JwtVectors, jwtVectorKeysSchema, jwtVectorsSchema } from '../../spec/vectors/jwt.ts';
import { faults } from './jwt/faults.ts';
import { secretForms } from './jwt/keys.ts';
import { recordJwt } from './jwt.ts';

const fixture = (name: string) =>
  readFile(new URL(`../../fixtures/jwt/${name}.json`, import.meta.url), 'utf8');

let file: JwtVectors;
let keys: Record<string, { kty: string }>;

beforeAll(async () => {
  file = jwtVectorsSchema.parse(JSON.parse(await fixture('vectors')));
  keys = jwtVectorKeysSchema.parse(JSON.parse(await fixture('keys'))).keys;
});

describe('recordJwt', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'jwt-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('finds the recorded files up to date', async () => {
    expect(await recordJwt({ check: true })).toMatchObject({ changed: [] });
  });

  it('writes the same bytes from the same keys', async () => {
    await writeFile(join(directory, 'keys.json'), await fixture('keys'));
    expect(await recordJwt({ directory })).toMatchObject({ changed: ['vectors.json'] });
    expect(await readFile(join(directory, 'vectors.json'), 'utf8')).toBe(await fixture('vectors'));
  });

  it('writes nothing when a library contradicts a vector', async () => {
    const muddled = await mkdtemp(join(tmpdir(), 'jwt-'));
    const text = JSON.stringify({ about: '', keys: { ...keys, 'p256-b': keys['p256'] } });
    await writeFile(join(muddled, 'keys.json'), text);
    const error: unknown = await recordJwt({ directory: muddled }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'RecordJwtError', code: 'record-jwt' });
    expect(String(error)).toContain(
      'foreign-p256: is expected to be invalid with certainty, but was accepted by jose and fast-jwt',
    );
    expect(await readdir(muddled)).toEqual(['keys.json']);
    await rm(muddled, { recursive: true });
  });
});

describe('the recorded vectors', () => {
  it('use every known fault and secret form', () => {
    const recipes = file.vectors.flatMap(({ made }) => Object.values(made ?? {}));
    const used = new Set(recipes.flatMap(({ fault, secret }) => [fault, secret]));
    expect([...Object.keys(faults), ...Object.keys(secretForms)].filter((name) => !used.has(name))).toEqual(
      [],
    );
  });
});
