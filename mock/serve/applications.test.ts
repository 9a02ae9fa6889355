import { afterEach, describe, expect, it } from 'vitest';
import type { MockOptions } from '../assembly/options.ts';
import type { PythonEngine } from '../engines/python/index.ts';
import { createMock } from '../index.ts';
import type { ListenOptions } from '../serve.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A Python engine that has already run every program. */
const python: PythonEngine = {
  run: async ({ code }) => ({ stdout: `ran ${code}\n`, stderr: '', results: [], durationMs: 1 }),
  status: async () => ({ found: true, product: 'a stub' }),
  close: async () => {},
};

async function start(listenOptions: ListenOptions = {}, options: MockOptions = {}) {
  const mock = createMock({ python, ...options });
  closers.push(() => mock.close());
  const { objects, openObjects, interpreter } = await mock.listen({ port: 0, ...listenOptions });
  const secret = { 'x-custom-auth-key': mock.defaults.authKeySecret };
  return { mock, objects: objects ?? '', openObjects: openObjects ?? '', interpreter, secret };
}

const put = (url: string, body: BodyInit, headers: Record<string, string>) =>
  fetch(url, { method: 'PUT', body, headers });

describe('the object-storage example', () => {
  it('skips authorization when set to, and then serves only the open form', async () => {
    const { mock, openObjects } = await start({ objectsAuth: 'off' });
    await put(`${openObjects}/a`, 'a', {});
    expect(await (await fetch(`${openObjects}/a`)).text()).toBe('a');
    const refused = await fetch(`${openObjects}/a`, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'PUT, GET, DELETE']);
    expect(mock.info()).toMatchObject({ objects: null, objects_open: openObjects });
    expect(mock.findRequest(({ plane }) => plane === 'objects')).toMatchObject({
      method: 'POST',
      status: 405,
    });
  });

  it('has the same objects in both forms and in the bucket of that name', async () => {
    const { mock, objects, openObjects, secret } = await start({ objectsAuth: 'both' });
    await put(`${objects}/a`, 'one', secret);
    expect(await (await fetch(`${openObjects}/a`)).text()).toBe('one');
    const { FILES } = mock.bindings({
      r2_buckets: [{ binding: 'FILES', bucket_name: 'object-storage-example' }],
    });
    await FILES.put('a', 'two');
    expect(await (await fetch(`${openObjects}/a`)).text()).toBe('two');
    mock.reset();
    expect((await fetch(`${openObjects}/a`)).status).toBe(404);
  });

  it('appears in the journal without its secret and its objects', async () => {
    const { mock, objects, secret } = await start();
    await put(`${objects}/a`, 'bytes', secret);
    const entry = mock.findRequest(({ plane }) => plane === 'objects');
    expect(entry).toMatchObject({ method: 'PUT', status: 200, request_body: null, response_body: null });
    expect(entry?.url).toMatch(/\/a$/);
    expect(JSON.stringify([...mock.journal.entries()])).not.toContain(mock.defaults.authKeySecret);
  });
});

describe('the code interpreter', () => {
  const ask = (url: string, input: string) =>
    fetch(`${url}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input }),
    });

  it('records the prompt, each model call, and each program with its output in the journal', async () => {
    const { mock, interpreter } = await start();
    await ask(interpreter, 'What is 17 times 23?');
    const [prompt, second, program, first, ...others] = [...mock.journal.entries()];
    expect(others).toEqual([]);
    expect([first?.operation, second?.operation]).toEqual(['inference.run', 'inference.run']);
    expect(program).toMatchObject({ plane: 'sandbox', status: 200, request_body: 'print(17 * 23)' });
    expect(program?.response_body).toContain('ran print(17 * 23)');
    expect(prompt).toMatchObject({ plane: 'interpreter', method: 'POST', status: 200 });
    expect(prompt?.request_body).toBe('{"input":"What is 17 times 23?"}');
    expect(prompt?.response_body).toContain('ran print(17 * 23)');
  });

  it('tells the model when a sandbox fails, as the journal shows', async () => {
    const broken = { ...python, run: async () => Promise.reject(new Error('no Python here')) };
    const { mock, interpreter } = await start({}, { python: broken });
    expect(await (await ask(interpreter, 'What is 17 times 23?')).text()).toContain('no Python here');
    expect(mock.findRequest(({ plane }) => plane === 'sandbox')).toMatchObject({ status: 500 });
  });
});
