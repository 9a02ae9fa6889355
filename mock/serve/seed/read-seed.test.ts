import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSelfSignedCertificate } from '../../../spec/certificates.ts';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';
import { SeedError } from '../../seed/seed-problem.ts';
import { readSeed } from './read-seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-seed-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicJwk = ec.publicKey.export({ format: 'jwk' });

file('keys/ec.pem', ec.publicKey.export({ type: 'spki', format: 'pem' }).toString());
file('keys/p384.pem', p384.publicKey.export({ type: 'spki', format: 'pem' }).toString());
file('keys/rsa.pem', rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString());
file('keys/private.pem', ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
file('keys/private.jwk', JSON.stringify({ ...ec.privateKey.export({ format: 'jwk' }), kid: 'inside' }));
file('keys/set.json', JSON.stringify({ keys: [{ ...publicJwk, kid: 'inside' }] }));
file('keys/two.json', JSON.stringify({ keys: [publicJwk, publicJwk] }));
file('keys/broken.json', '{');
file('keys/empty.json', '{}');
file('picture.png', Uint8Array.of(0, 255, 128));

const config = (key: string) =>
  `zones: [{ name: shop.test, token_configurations: [{ name: a, credentials: { keys: [${key}] } }] }]`;

/** The key that results from a seed. */
async function getKey(key: string) {
  const mock = createMock({ seeds: await readSeed(file('key.yaml', config(key))) });
  await mock.ready();
  const zone_id = mock.world.zones.byKey('shop.test')?.id ?? '';
  const { body } = await getClient(mock).call('token-validation.config.list', { params: { zone_id } });
  return body.result[0]?.credentials.keys[0];
}

async function refusal(text: string, name = 'refused.yaml'): Promise<string> {
  const error = await (async () => {
    const mock = createMock({ seeds: await readSeed(file(name, text)) });
    await mock.ready();
  })().catch((thrown: unknown) => thrown);
  if (!(error instanceof SeedError)) throw new Error('the seed was accepted');
  return error.message.replaceAll(folder, '.');
}

describe('a seed read from a file', () => {
  it('is YAML, or JSON by its file name', async () => {
    const yaml = await readSeed(file('a.yml', 'zones: []\n'));
    const json = await readSeed(file('a.json', '{ "zones": [] } // nothing'));
    expect([yaml.value, json.value]).toEqual([{ zones: [] }, { zones: [] }]);
  });

  it('resolves file names relative to its folder', async () => {
    const text = `
buckets: [{ name: files, objects: { a.png: { file: picture.png } } }]
namespaces: [{ name: tools, repositories: [{ name: a, files: { a.png: { file: ./picture.png } } }] }]
`;
    const mock = createMock({ seeds: await readSeed(file('seed.yaml', text)) });
    const params = { account_id: mock.defaults.accountId, namespace: 'tools', repo_name: 'a' };
    const { bytes } = await getClient(mock).call('artifacts.repos.file', {
      params,
      query: { path: 'a.png' },
    });
    expect([...bytes]).toEqual([0, 255, 128]);
    const { FILES } = mock.bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
    expect((await FILES.head('a.png'))?.size).toBe(3);
  });

  const isEc = { kty: 'EC', kid: 'k', alg: 'ES256', x: publicJwk.x };
  it.each<[string, string, object]>([
    ['a public key of EC', '{ kid: k, file: keys/ec.pem }', isEc],
    ['a public key of P-384', '{ kid: k, file: keys/p384.pem }', { kty: 'EC', alg: 'ES384' }],
    ['a public key of RSA', '{ kid: k, file: keys/rsa.pem }', { kty: 'RSA', alg: 'RS256', e: 'AQAB' }],
    ['a given algorithm', '{ kid: k, alg: PS512, file: keys/rsa.pem }', { kty: 'RSA', alg: 'PS512' }],
    ['a private key, of which the public one is taken', '{ kid: k, file: keys/private.pem }', isEc],
    ['a private JSON Web Key, whose id is another one here', '{ kid: k, file: keys/private.jwk }', isEc],
    ['a set of one key', '{ kid: k, file: keys/set.json }', isEc],
  ])('reads %s from a file', async (_, key, expected) => {
    expect(await getKey(key)).toMatchObject(expected);
  });

  it('extracts the key of a certificate', async () => {
    const { cert } = await makeSelfSignedCertificate(['shop.test']);
    expect(await getKey(`{ kid: k, pem: ${JSON.stringify(cert)} }`)).toMatchObject({
      kid: 'k',
      alg: 'ES256',
    });
  });

  it.each([
    [
      'that does not exist',
      config('{ kid: k, file: keys/none.pem }'),
      'keys[0].file: keys/none.pem does not exist',
    ],
    ['that is a folder', config('{ kid: k, file: keys }'), 'keys[0].file: keys is a folder'],
    [
      'that is not JSON',
      config('{ kid: k, file: keys/broken.json }'),
      'keys[0].file: keys/broken.json is not JSON: ',
    ],
    [
      'without a key',
      config('{ kid: k, file: keys/empty.json }'),
      'keys[0].file: is not a JSON Web Key: kty is missing',
    ],
    [
      'with two keys',
      config('{ kid: k, file: keys/two.json }'),
      'keys[0].file: keys/two.json is a set of 2 keys: name a file with one',
    ],
    [
      'with a key for another algorithm',
      config('{ kid: k, alg: ES384, file: keys/ec.pem }'),
      'keys[0].file: contains no key for ES384: ',
    ],
    [
      'that does not exist, in a bucket',
      'buckets: [{ name: files, objects: { a: { file: none.png } } }]',
      './refused.yaml:1:42: buckets[0].objects.a.file: none.png does not exist',
    ],
    [
      'that does not exist, in a repository',
      'namespaces: [{ name: tools, repositories: [{ name: a, files: { a: { file: none.png } } }] }]',
      './refused.yaml:1:69: namespaces[0].repositories[0].files.a.file: none.png does not exist',
    ],
  ])('refuses a file %s', async (_, text, problem) => {
    expect(await refusal(text)).toContain(problem);
  });

  it('is refused when it does not exist, is a folder, or is not text', async () => {
    const message = async (path: string) =>
      (await readSeed(path).catch((error: unknown) => String(error))).toString().replaceAll(folder, '.');
    expect(await message(join(folder, 'none.yaml'))).toContain('./none.yaml: does not exist');
    expect(await message(folder)).toContain('.: is a folder');
    expect(await message(join(folder, 'picture.png'))).toContain('./picture.png: is not UTF-8 text');
  });
});
