import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../../index.ts';
import { KeptNode } from '../../world/state/kept-node.ts';
import { judgeRecords } from './record-shapes.ts';
import { openStateFolder, type StateFolder } from './state-folder.ts';

let folder: string;
let state: StateFolder;
let mock: Mock;
const start = async () => {
  state = await openStateFolder(folder);
  mock = createMock({ state: state.state, repositories: state.host });
};
const stop = async () => {
  await mock.close();
  await state.close();
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-kept-'));
  await start();
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

/** Calls the API for repositories of one namespace; returns the member `result`. */
async function ask<T>(method: string, path = '', body?: object): Promise<T> {
  const { accountId, apiToken } = mock.defaults;
  const url = `http://localhost/client/v4/accounts/${accountId}/artifacts/namespaces/default/repos${path}`;
  const headers = { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' };
  const text = body === undefined ? null : JSON.stringify(body);
  const answer = await mock.fetch(new Request(url, { method, headers, body: text }));
  const { result, errors }: { result: T; errors: unknown[] } = await answer.json();
  expect(errors).toEqual([]);
  return result;
}

const names = async () => (await ask<{ name: string }[]>('GET')).map(({ name }) => name).sort();
/** Status of a repository's ref advertisement. */
async function openedBy(token: string, name: string): Promise<number> {
  const url = `http://localhost/git/${mock.defaults.accountId}/default/${name}.git/info/refs?service=git-upload-pack`;
  return (await mock.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }))).status;
}

test("repositories and tokens survive a restart, and deleted ones don't return", async () => {
  const { token } = await ask<{ token: string }>('POST', '', { name: 'Kept' });
  const gone = await ask<{ token: string }>('POST', '', { name: 'gone' });
  expect(await openedBy(token, 'kept')).toBe(200);
  await ask('DELETE', '/gone');
  await stop();
  await start();
  expect(await names()).toEqual(['Kept']);
  expect(await openedBy(token, 'kept')).toBe(200);
  const again = await ask<{ token: string }>('POST', '', { name: 'gone' });
  expect(again.token.slice(0, 49)).not.toBe(gone.token.slice(0, 49));
  expect(await openedBy(gone.token, 'gone')).toBe(403);
});

test('a reset empties the folder', async () => {
  const { token } = await ask<{ token: string }>('POST', '', { name: 'one' });
  await openedBy(token, 'one');
  mock.reset();
  await ask('POST', '', { name: 'two' });
  expect(await openedBy(token, 'one')).toBe(403);
  await stop();
  await start();
  expect(await names()).toEqual(['two']);
  expect((await readdir(join(folder, 'repositories'))).length).toBeLessThan(2);
});

test('a record of a wrong shape is refused in one line that names it', async () => {
  const text = await readFile(join(releases, '0.1.0/state.jsonl'), 'utf8');
  const changes: [string, string, object | number][] = text
    .split('\n')
    .slice(1, -1)
    .flatMap((line) => JSON.parse(line).changes);
  // One of each kind: ids are parts of paths.
  const kinds = new Map(
    changes.toReversed().map((change) => [change[0].replaceAll(/\/[0-9a-f]{32}\//g, '/*/'), change]),
  );
  const refuses = async (path: string, id: string, record: unknown, problem: string) => {
    const kept = new KeptNode('state.jsonl');
    kept.apply([path, id, record], 7);
    const place = `state.jsonl is damaged: line 7, record ${JSON.stringify(id)} of ${path}: ${problem}`;
    await expect(judgeRecords(kept), JSON.stringify(record)).rejects.toThrow(place);
  };
  for (const [path, id] of kinds.values()) {
    for (const wrong of [null, 'x', -0.5, [], { id: 'another' }]) await refuses(path, id, wrong, '');
  }
  const inner: [kind: string, spoil: (record: string) => string, problem: string][] = [
    ['zones', (record) => record.replace('"plan":{', '"plan":null,"was":{'), 'plan Invalid input'],
    ['zones', (record) => record.replace(/"account":{[^}]*}/, '"account":"x"'), 'account Invalid input'],
    [
      'zones/*/operations',
      (record) => record.replace('"endpoint":"', '"endpoint":"x'),
      'endpoint must begin with /',
    ],
    [
      'zones/*/rulesets',
      (record) => record.replace('path eq', 'path (('),
      'current.rules.0.expression does not compile',
    ],
    [
      'zones/*/rulesets',
      (record) => record.replace(/"phase":"[a-z_]*"/, '"phase":"x"'),
      'current.phase Invalid option',
    ],
    [
      'zones/*/tokenRules',
      (record) => record.replace('is_jwt_valid', 'is_valid'),
      'expression does not compile',
    ],
    ['zones/*/tokenConfigs', (record) => record.replace('headers[', 'headers[('), 'token_sources.0 does'],
    ['zones/*/tokenConfigs', (record) => record.replace('"x":"', '"x":"A'), 'keys.0 '],
    ['zones/*/settings', (record) => record.replace('"on"', '"yes"'), 'value Invalid option'],
    ['accounts/*/documented', (record) => record.replace('{', '{"bytes":"@@@",'), 'bytes Invalid base64'],
    [
      'accounts/*/gatewayRoutes',
      (record) => record.replace('"versionId":"', '"versionId":"x'),
      'deployments must name versions',
    ],
  ];
  for (const [kind, spoil, problem] of inner) {
    const [path, id, record] = kinds.get(kind) ?? expect.fail(kind);
    const json = JSON.stringify(record);
    expect(spoil(json)).not.toBe(json);
    await refuses(path, id, JSON.parse(spoil(json)), problem);
  }
  await refuses('nowhere', 'one', {}, 'this version of touchstone keeps nothing there');
  await refuses('accounts/a/nowhere', 'one', {}, 'this version of touchstone keeps nothing there');
});

const releases = resolve(import.meta.dirname, '../../../fixtures/state');
/** The document that the records of a folder are of, besides those of the contract. */
const openapi = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: 'https://api.example.com/client/v4' }],
  paths: {
    '/accounts/{account_id}/lamps': {
      get: { responses: { 200: answerOf('application/json', { type: 'array', items: { type: 'object' } }) } },
      post: { responses: { 200: answerOf('application/json', { type: 'object' }) } },
    },
    '/accounts/{account_id}/values/{key}': {
      get: { responses: { 200: answerOf('application/octet-stream', { type: 'string', format: 'binary' }) } },
      put: {
        requestBody: answerOf('application/octet-stream', { type: 'string', format: 'binary' }),
        responses: { 200: { description: 'OK' } },
      },
    },
  },
};
function answerOf(mediaType: string, schema: object) {
  return { description: 'OK', content: { [mediaType]: { schema } } };
}

test.each(['0.1.0'])('a folder of version %s opens, and answers as it did', async (version) => {
  const answers: Record<string, object> = JSON.parse(
    await readFile(join(releases, `${version}.answers.json`), 'utf8'),
  );
  await stop();
  await rm(folder, { recursive: true });
  await cp(join(releases, version), folder, { recursive: true });
  // The second start reads what the first has converted.
  for (const _ of ['first start', 'second start']) {
    state = await openStateFolder(folder);
    const { apiToken } = await state.secrets(() => expect.fail('The secrets are kept.'));
    mock = createMock({ state: state.state, repositories: state.host, buckets: state.buckets, openapi });
    // Usage of the day is part of some answers.
    mock.clock.freeze(Date.parse('2026-01-01T00:00:00Z'));
    const get = (path: string) =>
      mock.fetch(
        new Request(`http://localhost:4800${path}`, { headers: { authorization: `Bearer ${apiToken}` } }),
      );
    for (const [path, answer] of Object.entries(answers)) {
      expect(await (await get(path)).json(), path).toMatchObject(answer);
    }
    const value = await get(`/client/v4/accounts/${mock.defaults.accountId}/values/one`);
    expect(new Uint8Array(await value.arrayBuffer())).toEqual(new Uint8Array([0, 255, 10, 13, 128]));
    const { FILES } = mock.bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] } as const);
    const object = await FILES.get('a/b');
    expect(object && 'text' in object && (await object.text())).toBe('bytes');
    await stop();
  }
  await start();
});
