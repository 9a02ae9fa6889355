import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../../index.ts';
import { folderBuckets } from './folder-buckets.ts';
import { openStateFolder, type StateFolder } from './state-folder.ts';
import { temporaryBuckets } from './temporary-buckets.ts';

const config = { r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] } as const;

describe('a folder of state', () => {
  let folder: string;
  let state: StateFolder;
  let mock: Mock;
  const start = async () => {
    state = await openStateFolder(folder);
    mock = createMock({ state: state.state, repositories: state.host, buckets: state.buckets });
  };
  const stop = async () => {
    await mock.close();
    await state.close();
  };
  const bucketFolder = () => join(folder, 'objects', mock.defaults.accountId, 'files');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-kept-'));
    await start();
  });
  afterEach(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  it('keeps objects with their metadata after a restart', async () => {
    const customMetadata = { by: 'Ada' };
    await mock.bindings(config).FILES.put('a/b', 'bytes', { customMetadata });
    await stop();
    await start();
    const found = await mock.bindings(config).FILES.get('a/b');
    expect(found).toMatchObject({ size: 5, customMetadata });
    expect(found && 'text' in found && (await found.text())).toBe('bytes');
  });

  it('knows its buckets after a restart, before they are used', async () => {
    const buckets = () =>
      mock
        .fetch(new Request(`http://localhost/_touchstone/accounts/${mock.defaults.accountId}/buckets`))
        .then((answer) => answer.json());
    expect(await buckets()).toEqual([]);
    await mock.bindings(config).FILES.put('a/b', 'bytes');
    await stop();
    await mkdir(join(folder, 'objects', mock.defaults.accountId, 'lost+found'));
    await start();
    expect(await buckets()).toEqual([{ name: 'files', objects: 1, bytes: 5 }]);
  });

  it('drops the objects of a removed tenant', async () => {
    const tenant = mock.tenant();
    const { FILES } = mock.bindings({ ...config, accountId: tenant.accountId });
    await FILES.put('a', 'bytes');
    await mock.bindings(config).FILES.put('a', 'bytes');
    const objects = join(folder, 'objects');
    expect(readdirSync(objects)).toContain(tenant.accountId);
    tenant.remove();
    expect(await mock.bindings(config).FILES.head('a')).not.toBeNull();
    expect(readdirSync(objects)).toEqual([mock.defaults.accountId]);
  });

  it('is empty of objects after a reset, even after a restart', async () => {
    await mock.bindings(config).FILES.put('a', 'bytes');
    expect(existsSync(bucketFolder())).toBe(true);
    await stop();
    await start();
    // No request has opened the bucket yet.
    mock.reset();
    expect(await mock.bindings(config).FILES.head('a')).toBeNull();
    expect(existsSync(bucketFolder())).toBe(false);
    await mock.bindings(config).FILES.put('b', 'bytes');
    await stop();
    await start();
    const { objects } = await mock.bindings(config).FILES.list();
    expect(objects.map(({ key }) => key)).toEqual(['b']);
  });

  it('has no folder of objects before the first object', async () => {
    await mock.bindings(config).FILES.head('a');
    expect(readdirSync(folder)).not.toContain('objects');
  });
});

describe('a temporary folder of objects', () => {
  it('exists from the first object to the end', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'touchstone-kept-'));
    const { host, remove } = temporaryBuckets(parent);
    const mock = createMock({ buckets: host });
    mock.reset();
    expect(readdirSync(parent)).toEqual([]);
    const { FILES } = mock.bindings(config);
    await FILES.put('a', 'x'.repeat(2_000_000));
    const found = await FILES.get('a');
    expect(found && 'text' in found && (await found.text()).length).toBe(2_000_000);
    expect(readdirSync(parent)).toHaveLength(1);
    await mock.close();
    await remove();
    expect(readdirSync(parent)).toEqual([]);
    await rm(parent, { recursive: true });
  });
});

describe("a temporary folder that can't be created", () => {
  it('makes a put fail, is tried again, and leaves nothing to remove', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'touchstone-kept-'));
    const missing = join(parent, 'missing');
    const { host, remove } = temporaryBuckets(missing);
    const { FILES } = createMock({ buckets: host }).bindings(config);
    await expect(FILES.put('a', 'x')).rejects.toThrow('ENOENT');
    await remove();
    await mkdir(missing);
    expect((await FILES.put('a', 'x'))?.size).toBe(1);
    await remove();
    expect(readdirSync(missing)).toEqual([]);
    await rm(parent, { recursive: true });
  });
});

describe('a folder of buckets', () => {
  it.each([
    ['..', 'files'],
    ['0'.repeat(32), '..'],
    ['0'.repeat(32), 'a/b'],
  ])('stays within itself for any name: %s, %s', (account, bucket) => {
    expect(() => folderBuckets(tmpdir()).storageFor(account, bucket)).toThrow('is not a bucket');
  });
});
