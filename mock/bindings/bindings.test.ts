import { describe, expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { installCommand } from '../engines/optional-packages.ts';
import type { PythonEngine } from '../engines/python/index.ts';
import { withoutPython } from '../engines/python/without-python.ts';
import type { BindingsConfig } from './bindings.ts';

describe('a Worker with a binding of repositories', () => {
  const mock = createMock();
  const env = mock.bindings({ artifacts: [{ binding: 'REPOS', namespace: 'default' }] });

  it('has no binding outside its configuration', () => {
    expect(Object.keys(env)).toEqual(['REPOS']);
    expect(mock.bindings({})).toEqual({});
  });
});

describe('a Worker with buckets', () => {
  const config = {
    r2_buckets: [
      { binding: 'ONE', bucket_name: 'one' },
      { binding: 'ALSO_ONE', bucket_name: 'one' },
      { binding: 'OTHER', bucket_name: 'other' },
    ],
  } as const;

  it('finds the same bucket under the same name in every binding', async () => {
    const mock = createMock({ tenants: 'on-demand' });
    const env = mock.bindings(config);
    await env.ONE.put('a', 'text');
    expect((await env.ALSO_ONE.head('a'))?.size).toBe(4);
    expect((await mock.bindings(config).ONE.head('a'))?.size).toBe(4);
    expect(await env.OTHER.head('a')).toBeNull();
    expect(await mock.bindings({ ...config, accountId: 'f'.repeat(32) }).ONE.head('a')).toBeNull();
    expect(await createMock().bindings(config).ONE.head('a')).toBeNull();
  });

  it('dates its objects by the clock of the mock', async () => {
    const mock = createMock();
    mock.clock.freeze(Date.UTC(2030, 0, 1));
    const stored = await mock.bindings(config).ONE.put('a', 'text');
    expect(stored?.uploaded.toISOString()).toBe('2030-01-01T00:00:00.000Z');
  });

  it('finds nothing after a reset, and a put in progress is refused', async () => {
    const mock = createMock();
    const { ONE } = mock.bindings(config);
    await ONE.put('before', 'text');
    const upload = await ONE.createMultipartUpload('b');
    const putting = ONE.put('during', new Response('slow').body);
    mock.reset();
    await expect(putting).rejects.toThrow('The bucket was emptied meanwhile.');
    expect(await ONE.head('before')).toBeNull();
    await expect(upload.uploadPart(1, 'x')).rejects.toThrow('The bucket was emptied meanwhile.');
    await ONE.put('after', 'text');
    expect((await ONE.list()).objects.map(({ key }) => key)).toEqual(['after']);
  });
});

describe('a Worker with a sandbox', () => {
  const python: PythonEngine = {
    run: async ({ code }) => ({ stdout: `ran ${code}`, stderr: '', results: [], durationMs: 1 }),
    status: async () => ({ found: true, product: 'a stub' }),
    close: async () => {},
  };

  it('says in the journal what Python needs that is not installed', async () => {
    const reason = `Python needs the package pyodide: ${installCommand('pyodide')}`;
    const mock = createMock({ python: withoutPython(reason) });
    const { Sandbox } = mock.bindings({
      durable_objects: { bindings: [{ name: 'Sandbox', class_name: 'Sandbox' }] },
    });
    await expect(Sandbox.getByName('a').runCode('print(1)')).rejects.toThrow(reason);
    expect(mock.journal.find({ plane: 'sandbox' })).toMatchObject({ status: 500, explanation: [reason] });
  });

  it('runs Python, as the journal shows', async () => {
    const mock = createMock({ python });
    const { Sandbox } = mock.bindings({
      durable_objects: { bindings: [{ name: 'Sandbox', class_name: 'Sandbox' }] },
    });
    const { logs } = await Sandbox.getByName('a').runCode('print(1)');
    expect(logs.stdout).toEqual(['ran print(1)']);
    expect(mock.findRequest(({ plane }) => plane === 'sandbox')).toMatchObject({ request_body: 'print(1)' });
  });
});

describe('a Worker with variables', () => {
  it('gets them unchanged', () => {
    const env = createMock().bindings({ vars: { GREETING: 'Hello', LIMITS: { size: 3 } } });
    expect(env).toEqual({ GREETING: 'Hello', LIMITS: { size: 3 } });
  });
});

describe('bindings are refused', () => {
  const bound = (binding: string, namespace = 'default') => ({ binding, namespace });
  it.each<[string, BindingsConfig, string]>([
    ['an invalid variable name', { artifacts: [bound('my-repos')] }, 'bindings-name'],
    ['a duplicate name', { artifacts: [bound('A'), bound('A', 'other')] }, 'bindings-name'],
    ['models under a name in use', { artifacts: [bound('A')], ai: { binding: 'A' } }, 'bindings-name'],
    ['models under an invalid variable name', { ai: { binding: 'my ai' } }, 'bindings-name'],
    ['an invalid namespace', { artifacts: [bound('A', '-')] }, 'bindings-namespace'],
    ['an invalid bucket name', { r2_buckets: [{ binding: 'A', bucket_name: '../a' }] }, 'bindings-bucket'],
    ['a variable under a name in use', { ai: { binding: 'A' }, vars: { A: 1 } }, 'bindings-name'],
    ['an unknown account', { accountId: 'f'.repeat(32) }, 'bindings-account'],
  ])('with %s', (_, config, code) => {
    expect(() => createMock().bindings(config)).toThrow(expect.objectContaining({ code }));
  });
});
