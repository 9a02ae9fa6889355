import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicEntries } from '../build/packages.ts';
import { findCircle, getImports, type Import, loadedBy, sourceFiles } from './imports.ts';

const root = join(import.meta.dirname, '..', '..');
const files = sourceFiles(root);
const isTest = (file: string) => /\.(?:test|shared)\.ts$/.test(file);
const imports = new Map(files.map((file) => [file, getImports(root, file)]));
const own = files.filter((file) => !isTest(file));

/** Which folders a folder's files may import; the longest matching prefix decides. */
const arrows: readonly (readonly [from: string, to: readonly string[]])[] = [
  ['spec/', ['spec/']],
  [
    'mock/engines/',
    [
      'mock/engines/',
      'spec/admin-path.ts',
      'spec/touchstone-error.ts',
      'spec/engine-limits.ts',
      'spec/model-reply.ts',
      'spec/require-node.ts',
      'spec/rules-language.ts',
      'spec/value-kinds.ts',
      'spec/violation-reasons.ts',
    ],
  ],
  ['mock/', ['spec/', 'mock/', 'package.json']],
  ['suites/mutants/', ['spec/', 'suites/', 'mock/', 'fixtures/']],
  ['suites/', ['spec/', 'suites/', 'fixtures/']],
  ['scripts/', ['spec/', 'mock/', 'suites/', 'scripts/', 'fixtures/', 'package.json']],
];

/** The folders of the mock, the lowest first. */
const rooms = [
  'engines',
  'world',
  'control',
  'exchange',
  'api',
  'edge',
  'services',
  'apps',
  'documents',
  'bindings',
  'seed',
  'assembly',
  'runners',
  'console',
  'serve',
];

function forbidden({ from, to }: Import): boolean {
  if (!to.includes('/') || !/^(?:spec|mock|suites|scripts|fixtures|docs)\//.test(to)) return false;
  const rules = arrows.filter(([prefix]) => from.startsWith(prefix)).sort(([a], [b]) => b.length - a.length);
  return !rules[0]?.[1].some((prefix) => to.startsWith(prefix));
}

describe('the structure of the repository', () => {
  it('has imports that point down only', () => {
    const wrong = own.flatMap((file) => imports.get(file) ?? []).filter(forbidden);
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('has imports from higher folders of the mock to lower ones only', () => {
    const room = (file: string) => /^mock\/([^/]+)\//.exec(file)?.[1];
    const level = (file: string) => rooms.indexOf(room(file) ?? '');
    const inRooms = own.filter((file) => room(file) !== undefined && !file.includes('/testing/'));
    expect(inRooms.filter((file) => level(file) === -1)).toEqual([]);
    const upward = inRooms
      .flatMap((file) => imports.get(file) ?? [])
      .filter(({ to, typeOnly }) => !typeOnly && room(to) !== undefined)
      .filter(({ from, to }) => level(to) > level(from));
    expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('keeps suites and their tests from importing the mock', () => {
    const wrong = files
      .filter((file) => file.startsWith('suites/') && !file.startsWith('suites/mutants/'))
      .flatMap((file) => imports.get(file) ?? [])
      .filter(({ to }) => to.startsWith('mock/'));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('keeps the second server from importing anything of the project', () => {
    const second = globSync('fixtures/second/*.ts', { cwd: root });
    expect(second.length).toBeGreaterThan(5);
    const outside = second
      .flatMap((file) => getImports(root, file))
      .filter(({ to }) => to.includes('/') && !/^(?:fixtures\/second\/|node:|@)/.test(to));
    expect(outside.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('checks the version of Node before anything else in each entry point', () => {
    const entries = Object.values(publicEntries);
    expect(entries.length).toBeGreaterThan(8);
    const late = entries.filter((file) => imports.get(file)?.[0]?.to !== 'spec/require-node.ts');
    expect(late).toEqual([]);
  });

  it('has no import circle', () => {
    const among = (counts: (one: Import) => boolean) =>
      new Map(own.map((file) => [file, (imports.get(file) ?? []).filter(counts)]));
    // Types of an endpoint name failures in the registry, which also imports endpoints lazily. So lazy and type-only
    // imports may form a circle together, but not with static ones.
    expect(findCircle(among(({ typeOnly }) => !typeOnly))).toBeUndefined();
    expect(findCircle(among(({ lazy }) => !lazy))).toBeUndefined();
  });

  it('keeps services of the mock from importing each other', () => {
    const service = (file: string) => /^mock\/services\/([^/]+)\//.exec(file)?.[1];
    const wrong = own
      .flatMap((file) => imports.get(file) ?? [])
      .filter(({ from, to }) => service(from) && service(to) && service(from) !== service(to));
    expect(wrong).toEqual([]);
  });

  it('has each service of the mock in spec and in suites, and in the registry of each folder', () => {
    const folders = (path: string) =>
      readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : [],
      );
    const listed = (registry: string, start: string) =>
      imports.get(registry)?.some(({ to }) => to.startsWith(start));
    // No other server has it, so it has plain tests.
    const admin = 'touchstone';
    const needed = (registry: string, start: string) => (listed(registry, start) ? [] : [start]);
    const missing = [
      ...folders('mock/services')
        // The endpoints of the others are those of the register.
        .filter((name) => !listed('mock/services/registered.ts', `mock/services/${name}/`))
        .flatMap((name) => [
          ...needed('mock/services/index.ts', `mock/services/${name}/`),
          ...needed('spec/services/index.ts', `spec/services/${name}/endpoints.ts`),
        ]),
      ...folders('spec/services')
        .filter((name) => name !== admin)
        .flatMap((name) => [
          ...needed('spec/services/index.ts', `spec/services/${name}/requirements.ts`),
          ...needed('suites/index.ts', `suites/${name}/suites.ts`),
        ]),
    ];
    expect(missing).toEqual([]);
  });

  it('has no files directly in mock/ but the entry points of the package and the server', () => {
    const entries = Object.values(publicEntries);
    const loose = own.filter((file) => /^mock\/[^/]+$/.test(file) && !entries.includes(file));
    expect(loose).toEqual(['mock/serve.ts']);
  });

  it('loads no node: module with the handlers', () => {
    const loaded = [...loadedBy(imports, 'mock/handlers.ts')];
    expect(loaded.length).toBeGreaterThan(50);
    expect(loaded.filter((name) => name.startsWith('node:') || name === 'srvx')).toEqual([]);
  });

  it('uses runtime modules only where a page has an alternative or no use for them', () => {
    const places = [
      'mock/serve/',
      'mock/engines/apart/',
      'mock/engines/browser/local/',
      'mock/engines/python/local/',
      'mock/engines/sqlite/local/',
      'mock/engines/git/codec/native-codec.ts',
      'mock/engines/objects/hashes/native-hashes.ts',
      'mock/engines/objects/s3/testing/',
      'mock/assembly/testing/',
      'mock/console/testing/',
      'mock/engines/models/upstream/testing/',
    ];
    const users = own.filter(
      (file) => file.startsWith('mock/') && imports.get(file)?.some(({ to }) => to.startsWith('node:')),
    );
    expect(users).toContain('mock/engines/git/codec/native-codec.ts');
    expect(users.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
  });

  it('keeps files small: median at most 130 lines, nine in ten under 320', () => {
    const sizes = own.map((file) => lines(file).length).sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(130);
    expect(sizes[Math.floor(sizes.length * 0.9)]).toBeLessThan(320);
  });

  it('explains in the first line why a file is above 400 lines', () => {
    const silent = own.filter((file) => lines(file).length > 400 && !/^\/[/*]/.test(lines(file)[0] ?? ''));
    expect(silent).toEqual([]);
  });

  it('has a file behind every entry point of the packages', () => {
    const missing = Object.values(publicEntries).filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it('finds a forbidden import, a circle and a loaded module', () => {
    const a: Import = { from: 'spec/a.ts', to: 'mock/b.ts', typeOnly: false };
    const b: Import = { from: 'mock/b.ts', to: 'spec/a.ts', typeOnly: false };
    const graph = new Map([
      ['spec/a.ts', [a]],
      ['mock/b.ts', [b]],
    ]);
    expect([forbidden(a), forbidden(b)]).toEqual([true, false]);
    expect(findCircle(graph)).toEqual(['spec/a.ts', 'mock/b.ts', 'spec/a.ts']);
    expect([...loadedBy(graph, 'mock/b.ts')]).toEqual(['mock/b.ts', 'spec/a.ts']);
  });
});

function lines(file: string): string[] {
  return readFileSync(join(root, file), 'utf8').split('\n');
}
