// Long: one folder, damaged and opened in every way.
import { execFileSync } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { createDatabase, ids, packs } from '../../engines/git/testing/packs.ts';
import { worldDefaults } from '../../world/defaults.ts';
import type { Change } from '../../world/state/change.ts';
import { OLD_RECORDS, STATE } from './state-file.ts';
import { openStateFolder, type StateFolder } from './state-folder.ts';

const id = '0123456789abcdef';
const other = 'z'.repeat(16);
const main = 'refs/heads/main';
const account = 'a'.repeat(32);
const repository = {
  ...{ id, namespace: 'n', key: 'one', name: 'One', description: null, defaultBranch: 'main' },
  ...{ readOnly: false, source: null, status: 'ready', createdAt: 1, updatedAt: 2, sequence: 2 },
};
/** What an earlier version kept. */
const old = {
  version: 1,
  starts: 4,
  records: {
    accounts: [
      {
        account,
        namespaces: [{ key: 'n', name: 'N', jurisdiction: 'eu', createdAt: 1, updatedAt: 2, sequence: 1 }],
        repositories: [repository],
        tokens: [
          {
            ...{ id: 't', repositoryId: id, hash: 'h', scope: 'read' },
            ...{ createdAt: 1, expiresAt: 2, revoked: true },
          },
        ],
      },
    ],
  },
};
const changes: readonly Change[] = [
  ['accounts', account, { id: account, name: 'A' }],
  [`accounts/${account}/artifacts/repositories`, id, repository],
];
/** A change that puts a record. */
const put = (id: string, value: string | null = null) =>
  ['documented', id, { path: id, collection: 'all', value }] as const;
const repositories = `accounts/${account}/artifacts/repositories`;

let folder: string;
const opened: StateFolder[] = [];
const open = async () => {
  const state = await openStateFolder(folder);
  opened.push(state);
  return state;
};
/** Opens the folder, runs a function, and releases it. */
const once = async <T>(use: (state: StateFolder) => Promise<T>): Promise<T> => {
  const state = await open();
  const outcome = await use(state);
  await state.close();
  return outcome;
};
const path = (...names: string[]) => join(folder, ...names);

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'touchstone-state-')), 'state');
});
afterEach(async () => {
  for (const state of opened.splice(0)) await state.close();
  await rm(join(folder, '..'), { recursive: true });
});

test('records and repositories survive reopening the folder, in their order', async () => {
  await once(async ({ state, host }) => {
    expect([state.kept, state.starts]).toEqual([undefined, 0]);
    state.replace(changes);
    state.append([put('one'), put('two')]);
    state.append([put('three'), ['documented', ['three', 'one']]]);
    state.append([put('one', 'changed')]);
    const storage = host.storageFor(id, main);
    await createDatabase([packs.ofsDeltas()], storage);
    await storage.changeRefs([{ name: main, from: undefined, to: ids.commits[2] }]);
  });
  await once(async ({ state, host }) => {
    expect([...(state.kept?.at('documented').records.values() ?? [])]).toEqual([
      put('three')[2],
      put('one', 'changed')[2],
    ]);
    expect(state.kept?.at(repositories).records.get(id)).toEqual(repository);
    expect([...(await host.storageFor(id, main).load()).refs]).toEqual([[main, ids.commits[2]]]);
  });
});

test('a removed record takes what is below it along', async () => {
  await once(async ({ state }) => {
    state.replace(changes);
    state.append([['accounts', account]]);
    state.append([['accounts', account, { id: account, name: 'B' }]]);
  });
  await once(async ({ state }) => {
    expect(state.kept?.at('accounts').records.get(account)).toEqual({ id: account, name: 'B' });
    expect(state.kept?.at(repositories).records.size).toBe(0);
  });
});

test('records that have grown are written anew', async () => {
  const text = 'x'.repeat(1024 * 1024);
  await once(async ({ state }) => {
    state.replace(changes);
    for (let count = 0; !state.grown; count++) {
      expect(count).toBeLessThan(40);
      state.append([put('one', text + count)]);
    }
    state.replace(changes);
    expect(state.grown).toBe(false);
    state.append([put('two')]);
    await state.sync();
  });
  expect((await readFile(path(STATE))).length).toBeLessThan(2000);
  await once(async ({ state }) => {
    expect([...(state.kept?.at('documented').records.keys() ?? [])]).toEqual(['two']);
  });
});

test('only its owner can read the folder', async () => {
  await once(async ({ state }) => {
    state.replace(changes);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path(STATE))).mode & 0o777).toBe(0o600);
  });
});

test('secrets stay the same, for the owner alone', async () => {
  const { apiToken, readToken, gatewayToken, apiKey, authKeySecret } = worldDefaults;
  const made = { apiToken, readToken, gatewayToken, apiKey, authKeySecret };
  expect(await once(({ secrets }) => secrets(() => made))).toEqual(made);
  const again = () => once(({ secrets }) => secrets(() => ({ ...made, apiToken: 'another' })));
  expect(await again()).toEqual(made);
  expect((await stat(path('secrets.json'))).mode & 0o777).toBe(0o600);
  for (const [text, where] of [
    ['junk', 'it is not JSON with all secrets'],
    ['{}', 'apiToken'],
    [JSON.stringify({ ...made, apiKey: '' }), 'apiKey'],
    [JSON.stringify({ ...made, readToken: 'a b' }), 'readToken'],
  ] as const) {
    await writeFile(path('secrets.json'), text);
    await expect(open()).rejects.toThrow(
      `${path('secrets.json')} is damaged: ${where}. Remove it to get new secrets.`,
    );
    expect(await readFile(path('secrets.json'), 'utf8')).toBe(text);
  }
});

test('nothing is written to a folder that another server has taken over', async () => {
  const { state, host, buckets } = await open();
  const storage = host.storageFor(id, main);
  const bucket = await buckets.storageFor(account, 'files');
  state.replace(changes);
  await bucket.keepNote({ name: 'a', text: '1' });
  await writeFile(path('lock'), JSON.stringify({ pid: 7, host: 'another.test', id: 'x' }));
  const before = await readFile(path(STATE), 'utf8');
  const message = 'was taken over by process 7 on another.test';
  const change = { name: main, from: undefined, to: 'c'.repeat(40) };
  expect(() => state.append(changes)).toThrow(message);
  expect(() => state.replace([])).toThrow(message);
  await expect(storage.changeRefs([change])).rejects.toThrow(message);
  await expect(storage.destroy()).rejects.toThrow(message);
  await expect(bucket.keepNote({ name: 'b', text: '2' })).rejects.toThrow(message);
  await expect(bucket.dropNote('a')).rejects.toThrow(message);
  await expect(buckets.clear()).rejects.toThrow(message);
  expect(await readFile(path(STATE), 'utf8')).toBe(before);
  const again = await buckets.storageFor(account, 'files');
  expect(await again.load()).toEqual([{ name: 'a', text: '1' }]);
});

test('starts are counted', async () => {
  const starts = () =>
    once(async ({ state }) => {
      state.replace(changes);
      return state.starts;
    });
  expect([await starts(), await starts(), await starts()]).toEqual([0, 1, 2]);
});

test('files without a record are removed, and nothing else', async () => {
  await once(async ({ state, host }) => {
    state.replace(changes);
    for (const one of [id, other]) await host.storageFor(one, main).load();
  });
  await mkdir(path('repositories', 'of somebody else'));
  await writeFile(path('tmp-0'), 'half');
  await once(async () => {
    expect((await readdir(path('repositories'))).sort()).toEqual([id, 'of somebody else']);
    expect((await readdir(folder)).sort()).toEqual(['lock', 'repositories', STATE]);
  });
});

test('a destroyed repository is removed, and the others are closed', async () => {
  await once(async ({ host }) => {
    const storage = host.storageFor(id, main);
    await storage.load();
    await storage.destroy();
    expect(await readdir(path('repositories'))).toEqual([]);
  });
});

test('records that can not be written anew leave the former ones, and are refused in one line', async () => {
  await once(async ({ state }) => {
    state.replace(changes);
    const before = await readFile(path(STATE), 'utf8');
    const failing = (function* (): Generator<Change> {
      yield* changes;
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    })();
    expect(() => state.replace(failing)).toThrow(
      `${folder} can't be written: ENOSPC: no space left on device, write.`,
    );
    expect(await readFile(path(STATE), 'utf8')).toBe(before);
    expect((await readdir(folder)).sort()).toEqual(['lock', 'repositories', STATE]);
    state.append([put('one')]);
  });
  await once(async ({ state }) => expect(state.kept?.at('documented').records.size).toBe(1));
});

/** A folder with three lines of changes; returns them as a killed server leaves them. */
function write(): Promise<string> {
  return once(async ({ state, host }) => {
    state.replace(changes);
    for (const name of ['one', 'two']) state.append([put(name, 'ä')]);
    await host.storageFor(id, main).load();
    return readFile(path(STATE), 'utf8');
  });
}

const getIds = () => once(async ({ state }) => [...(state.kept?.at('documented').records.keys() ?? [])]);

const after = (line: number) => `its server was killed, or lines after line ${line} are missing.`;
test.each<[string, (text: string) => string | Uint8Array, string[], string]>([
  ['is cut', (text) => text.slice(0, -1), ['one'], `${after(3)} Line 4 was cut off, and is left out.`],
  [
    'is cut in its checksum',
    (text) => text.slice(0, text.lastIndexOf('{"crc"') + 9),
    ['one'],
    `${after(3)} Line 4 was cut off, and is left out.`,
  ],
  ['is cut to nothing', (text) => text.slice(0, text.lastIndexOf('{"crc"')), ['one'], after(3)],
  [
    'has zeros after a power failure',
    (text) => text.replace('"two","collection"', '\0\0\0\0\0","collection"'),
    ['one'],
    `${after(3)} Line 4 was cut off, and is left out.`,
  ],
  ['is whole', (text) => text, ['one', 'two'], after(4)],
])('a last line that %s, and what is said about the end', async (_, change, expected, notice) => {
  await writeFile(path(STATE), change(await write()));
  const read = await once(async (state) => state.notice);
  const help = 'If nobody killed it, restore a copy of the folder.';
  expect(read).toBe(`${path(STATE)} was not closed: ${notice} ${help}`);
  await writeFile(path(STATE), change(await write()));
  expect(await getIds()).toEqual(expected);
});

test('nothing is said about the end of a folder whose server was stopped, with records or without', async () => {
  for (const made of [[], changes]) {
    await once(async ({ state }) => state.replace(made));
    await once(async ({ notice, state }) => {
      expect(notice).toBeUndefined();
      expect(state.kept === undefined).toBe(made.length === 0);
      state.replace(made);
    });
  }
});

test('every cut of the last line drops it alone', async () => {
  const text = await write();
  const bytes = Buffer.from(text);
  const last = Buffer.from(text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)).length;
  for (let length = last; length < bytes.length; length++) {
    await writeFile(path(STATE), bytes.subarray(0, length));
    expect(await getIds(), String(length)).toEqual(['one']);
  }
}, 20_000);

test.each<[string, (text: string) => string, string]>([
  ['is empty', () => '', 'is damaged: line 1 does not name the format.'],
  ['is something else', () => '{}', 'is damaged: line 1 does not name the format.'],
  [
    'has a changed line',
    (text) => text.replace('"one","collection"', '"eno","collection"'),
    'is damaged: line 3 was changed, or lines before it are missing: its checksum is wrong.',
  ],
  [
    'has a changed last line',
    (text) => text.replace('"two","collection"', '"owt","collection"'),
    'is damaged: line 4 was changed, or lines before it are missing: its checksum is wrong.',
  ],
  [
    'has zeros before a whole line',
    (text) => text.replace('"one","collection"', '\0\0\0\0\0","collection"'),
    'is damaged: line 3 was changed, or lines before it are missing: its checksum is wrong.',
  ],
  [
    'is from later',
    (text) => text.replace('"version":3', '"version":4'),
    'was written by a later version of touchstone (format 4; this version reads 3).',
  ],
  ...[-1, 0, 1, 2.5].map((version): [string, (text: string) => string, string] => [
    `has version ${version}`,
    (text) => text.replace('"version":3', `"version":${version}`),
    'is damaged: line 1 does not name the format.',
  ]),
])('a file of records that %s is refused in one line and stays unchanged', async (_, change, message) => {
  const text = change(await write());
  await writeFile(path(STATE), text);
  await expect(open()).rejects.toThrow(`${path(STATE)} ${message}`);
  expect(await readFile(path(STATE), 'utf8')).toBe(text);
  expect(await readdir(path('repositories'))).toEqual([id]);
  expect(await readdir(folder)).not.toContain('lock');
});

test('a file of records with a line taken out, doubled, or in another place is refused', async () => {
  await once(async ({ state }) => {
    state.replace(changes);
    for (const name of ['one', 'two', 'three', 'four']) state.append([put(name)]);
  });
  const lines = (await readFile(path(STATE), 'utf8')).split('\n').slice(0, -1);
  const deeds: ((list: string[], at: number) => unknown)[] = [
    (list, at) => list.splice(at, 1),
    (list, at) => list.splice(at, 0, list[at] ?? ''),
    (list, at) => list.splice(at, 2, list[at + 1] ?? '', list[at] ?? ''),
    (list, at) => list.splice(at, 1, lines[at]?.replace(/"(id|path)":"/, '"$1":"x') ?? ''),
  ];
  for (const deed of deeds) {
    for (let at = 1; at < lines.length - 1; at++) {
      const list = [...lines];
      deed(list, at);
      await writeFile(path(STATE), list.map((line) => `${line}\n`).join(''));
      await expect(open(), list.join('\n')).rejects.toThrow(/is damaged: line \d was changed, or lines/);
    }
  }
});

test.each<[string, unknown]>([
  ['no list', { documented: {} }],
  ['a list of records', [{ id: 'one' }]],
  ['a change without a path', [[null, 'one', {}]]],
  ['a change of no record', [['documented', 7, {}]]],
  ['an order of no ids', [['documented', [null]]]],
])('a line with a right checksum and %s is refused in one line', async (_, content) => {
  await once(async ({ state }) => {
    // The checksum is right, as the server itself writes it.
    state.replace(changes);
    state.append(content as readonly Change[]);
  });
  await expect(open()).rejects.toThrow(`${path(STATE)} is damaged: line 3 is not a list of changes.`);
});

test.each([STATE, OLD_RECORDS, 'secrets.json', 'lock'])(
  '%s as a symbolic link is refused, and what it names stays',
  async (name) => {
    await write();
    const elsewhere = join(folder, '..', 'elsewhere');
    await rm(path(name), { force: true });
    await writeFile(elsewhere, 'mine');
    for (const target of [elsewhere, `${elsewhere}-2`]) {
      await symlink(target, path(name));
      await expect(open()).rejects.toThrow(
        `${path(name)} is a symbolic link, which the server would replace.`,
      );
      expect(await readlink(path(name))).toBe(target);
      await rm(path(name));
    }
    expect(await readFile(elsewhere, 'utf8')).toBe('mine');
  },
);

test.runIf(process.platform !== 'win32')('a pipe or a folder in place of a file is refused', async () => {
  for (const name of [STATE, 'secrets.json']) {
    await write();
    await rm(path(name), { force: true });
    execFileSync('mkfifo', [path(name)]);
    await expect(open()).rejects.toThrow(`${path(name)} is not a file. Remove it.`);
    await rm(path(name));
    await mkdir(path(name));
    await expect(open()).rejects.toThrow(`${path(name)} is a folder.`);
    await rm(folder, { recursive: true });
  }
});

test('the folder itself, and those in it, can be symbolic links', async () => {
  await write();
  await rename(folder, `${folder}-elsewhere`);
  await symlink(`${folder}-elsewhere`, folder);
  await rename(path('repositories'), join(folder, '..', 'repositories'));
  await symlink(join(folder, '..', 'repositories'), path('repositories'));
  expect(await getIds()).toEqual(['one', 'two']);
  expect(await readdir(path('repositories'))).toEqual([id]);
});

describe('a folder of an earlier version', () => {
  const prepare = async (text = JSON.stringify(old, null, 1)) => {
    await mkdir(path('repositories', id), { recursive: true });
    await writeFile(path(OLD_RECORDS), text);
  };

  test('keeps its repositories and tokens, and gets the present format', async () => {
    await prepare();
    await once(async ({ state }) => {
      expect(state.starts).toBe(4);
      for (const kept of ['namespaces', 'repositories', 'tokens'] as const) {
        const { records } = state.kept?.at(`accounts/${account}/artifacts/${kept}`) ?? {};
        expect([...(records?.values() ?? [])]).toEqual(old.records.accounts[0]?.[kept]);
      }
      const mock = createMock({ state });
      expect(mock.world.accounts.get(account)?.artifacts.repositories.get(id)).toEqual(repository);
      expect(mock.world.accounts.size).toBe(2);
    });
    expect((await readdir(folder)).sort()).toEqual(['repositories', STATE]);
    await once(async ({ state }) => expect(state.kept?.at(repositories).records.has(id)).toBe(true));
  });

  test.each<[string, (text: string) => string, string]>([
    ['is cut', (text) => text.slice(0, 100), 'is damaged: it is not JSON.'],
    ['is something else', () => '{}', 'is damaged: version.'],
    [
      'names a folder elsewhere',
      (text) => text.replace(`"id": "${id}"`, '"id": "../../home"'),
      'is damaged: records.accounts.0.repositories.0.id.',
    ],
    [
      'is from later',
      (text) => text.replace('"version": 1', '"version": 2'),
      'was written by a later version of touchstone (format 2; this version reads 1).',
    ],
  ])('whose file %s is refused', async (_, change, message) => {
    await prepare(change(JSON.stringify(old, null, 1)));
    await expect(open()).rejects.toThrow(`${path(OLD_RECORDS)} ${message}`);
    expect(await readdir(path('repositories'))).toEqual([id]);
  });
});

test('repositories without records are not removed', async () => {
  await once(async ({ host }) => host.storageFor(id, main).load());
  await rm(path(STATE));
  await expect(open()).rejects.toThrow(
    `${path('repositories')} contains repositories, but state.jsonl, which lists them, is missing.`,
  );
  expect(await readdir(path('repositories'))).toEqual([id]);
});

test('a damaged repository is named when the folder is opened, and nothing in it changes', async () => {
  await once(async ({ state, host }) => {
    state.replace(changes);
    const storage = host.storageFor(id, main);
    await createDatabase([packs.ofsDeltas()], storage);
    await storage.changeRefs([{ name: main, from: undefined, to: ids.commits[2] }]);
  });
  const at = (name: string) => path('repositories', id, name);
  const files = (await readdir(path('repositories', id))).sort();
  expect(files).toHaveLength(3);
  const spoil = [(bytes: Buffer) => bytes.subarray(0, -1), () => Buffer.of(), () => Buffer.from('junk')];
  for (const name of files) {
    const bytes = await readFile(at(name));
    for (const change of spoil) {
      await writeFile(at(name), change(bytes));
      await expect(open()).rejects.toThrow(`${at(name)} is damaged: restore it from a copy, or delete`);
      expect(await readFile(at(name))).toEqual(change(bytes));
    }
    await rm(at(name));
    if (name !== 'refs')
      await expect(open()).rejects.toThrow(
        `${path('repositories', id)} is damaged, as no pack has ${ids.commits[2]} of ${main}`,
      );
    expect((await readdir(path('repositories', id))).length).toBe(2);
    await writeFile(at(name), bytes);
  }
  await once(async ({ host }) => expect((await host.storageFor(id, main).load()).packs).toHaveLength(1));
});

test("a file can't be a state folder", async () => {
  await writeFile(folder, '');
  await expect(open()).rejects.toThrow(`${folder} can't be used for state: E`);
});
