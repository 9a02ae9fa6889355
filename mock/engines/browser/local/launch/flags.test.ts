import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserEnvironment, browserFlags, hasSharedMemory } from './flags.ts';

const flags = (sandbox: boolean, sharedMemory = true) =>
  browserFlags({ profileFolder: '/run/p', sandbox, sharedMemory });

describe('browserFlags', () => {
  it.each(['--single-process', '--disable-web-security', '--allow-file-access-from-files', '--no-zygote'])(
    'never has %s',
    (flag) => {
      expect([...flags(true), ...flags(false)].filter((one) => one.startsWith(flag))).toEqual([]);
    },
  );

  it('sandboxes processes unless that is impossible', () => {
    expect(flags(true)).not.toContain('--no-sandbox');
    expect(flags(false)).toContain('--no-sandbox');
  });

  it('shares memory in files if there is no space elsewhere', () => {
    expect(flags(true)).not.toContain('--disable-dev-shm-usage');
    expect(flags(true, false)).toContain('--disable-dev-shm-usage');
  });

  it('has each switch once, since the last one of a name would win', () => {
    const names = flags(false, false).map((flag) => flag.split('=')[0]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('uses the profile it is given', () => {
    expect(flags(true)).toContain('--user-data-dir=/run/p');
  });
});

describe('hasSharedMemory', () => {
  it('is true for a folder with enough space', () => {
    expect(hasSharedMemory(tmpdir(), 1)).toBe(true);
  });

  it('is false for a full or missing folder', () => {
    expect(hasSharedMemory(tmpdir(), Number.MAX_VALUE)).toBe(false);
    expect(hasSharedMemory(join(tmpdir(), 'no such folder'))).toBe(false);
  });
});

describe('browserEnvironment', () => {
  const folder = {
    path: '/run',
    profile: '/run/p',
    home: '/run/h',
    temporary: '/run/t',
    fontCache: '/run/f',
  };
  const libraryPath = (libraries?: string) =>
    browserEnvironment({ ...folder, remove: async () => {}, removeNow() {} }, '/fonts', libraries)[
      'LD_LIBRARY_PATH'
    ];

  it('finds the packed libraries after the user’s own', () => {
    expect(libraryPath('/packed')?.split(':').at(-1)).toBe('/packed');
    expect(libraryPath()).toBe(process.env['LD_LIBRARY_PATH'] || undefined);
  });
});
