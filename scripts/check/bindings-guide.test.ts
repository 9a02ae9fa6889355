import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { artifactsErrorCodes } from '../../spec/services/artifacts/binding.ts';

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'bindings.md'), 'utf8');
const [worker = ''] = [...guide.matchAll(/^```js\n(.*?)^```/gms)].map(([, text = '']) => text);

it('shows a Worker that does what it says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-guide-'));
  try {
    const file = join(folder, 'worker.mjs');
    writeFileSync(file, worker);
    const { default: module } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const env = createMock().bindings({ artifacts: [{ binding: 'REPOS', namespace: 'default' }] });
    const answer: Response = await module.fetch(new Request('http://localhost/starter'), env);
    const { remote, token } = await answer.json();
    expect(remote).toMatch(/^http:\/\/localhost:4800\/git\/.*\/default\/starter\.git$/);
    expect(token).toMatch(/^art_v2_x_/);
    expect(await env.REPOS.get('starter')).toBeDefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('names every method of a binding and of a handle', async () => {
  const { REPOS } = createMock().bindings({ artifacts: [{ binding: 'REPOS', namespace: 'default' }] });
  await REPOS.create('starter');
  const methods = [...Object.keys(REPOS), ...Object.keys(await REPOS.get('starter'))];
  expect(methods.length).toBeGreaterThan(12);
  expect(methods.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
});

it('names every method of a bucket and of an upload', async () => {
  const { FILES } = createMock().bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
  const upload = await FILES.createMultipartUpload('a');
  const methods = [...Object.keys(FILES), 'uploadPart', 'complete', 'abort'];
  expect(Object.keys(upload)).toEqual(expect.arrayContaining(methods.slice(-3)));
  expect(methods.filter((name) => !guide.includes(`\`${name}(`))).toEqual([]);
});

it('names existing codes', () => {
  const named = [...guide.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, code = '']) => code);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((code) => !Object.hasOwn(artifactsErrorCodes, code))).toEqual([]);
});
