import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CommitGraph } from '../../mock/engines/git/history/commit-graph.ts';
import { parseFilter } from '../../mock/engines/git/history/filter.ts';
import { objectsToSend } from '../../mock/engines/git/history/objects-to-send.ts';
import { planDepth } from '../../mock/engines/git/history/shallow.ts';
import { isObjectId } from '../../mock/engines/git/object-id.ts';
import { MemoryDatabase } from '../../mock/engines/git/testing/memory-database.ts';

/** Where there is no Git there is nothing to compare with; the unit tests have what it says as literals. */
const hasGit = spawnSync('git', ['--version']).status === 0;
const size = 60;

describe.runIf(hasGit)('what is sent of a history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'git-history-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', folder, ...args], { input, maxBuffer: 1 << 28 });
  const lines = (args: readonly string[]) => git(args).toString().split('\n').filter(Boolean).sort();
  const listed = (args: readonly string[]) => lines(['rev-list', '--objects', '--no-object-names', ...args]);

  git(['init', '--quiet']);
  git(['fast-import', '--quiet'], makeHistory());
  const database = readAll(git(['cat-file', '--batch', '--batch-all-objects']));
  const graph = new CommitGraph(database);
  const ids = Array.from({ length: size }, (_, place) =>
    git(['rev-parse', `b${place}`])
      .toString()
      .trim(),
  );
  const tip = ids[size - 1] ?? '';
  const pairs = [3, 17, 31, 44].map((place) => [ids[place + 9] ?? '', ids[place] ?? ''] as const);

  it('is what Git lists for a clone', () => {
    expect([...objectsToSend(graph, { wants: ids }).ids()].sort()).toEqual(listed(ids));
  });

  it.each(pairs)(
    'is all that Git would send for %s to who has %s, and nothing that is there',
    (want, have) => {
      const list = objectsToSend(graph, { wants: [want], haves: [have] });
      const there = new Set(listed([have]));
      const needed = listed([want]).filter((id) => !there.has(id));
      expect(needed.filter((id) => !list.has(id))).toEqual([]);
      expect([...list.ids()].filter((id) => database.typeOf(id) === 'commit').sort()).toEqual(
        lines(['rev-list', want, `^${have}`]),
      );
      expect([...database.ids()].filter((id) => list.isAssumed(id) && !there.has(id))).toEqual([]);
    },
  );

  it.each([
    'blob:none',
    'blob:limit=20',
    'tree:0',
    'tree:1',
    'tree:2',
    'tree:3',
    'object:type=blob',
    'object:type=tree',
    'combine:blob:none+tree:2',
  ])('is what Git lists with the filter %s, for a commit and for a tree', (spec) => {
    const tree = git(['rev-parse', `${tip}^{tree}`])
      .toString()
      .trim();
    for (const want of [tip, tree]) {
      const sent = [...objectsToSend(graph, { wants: [want], filter: parseFilter(spec) }).ids()];
      expect(sent.sort()).toEqual(listed([`--filter=${spec}`, want]));
    }
  });

  it.each([
    [['--depth=1'], { depth: 1 }],
    [['--depth=4'], { depth: 4 }],
    [[`--shallow-since=@${1_000_000_000 + 400}`], { since: 1_000_000_400 }],
    [['--shallow-exclude=b30'], { not: [ids[30] ?? ''] }],
  ])('ends for %j where Git ends', (options, request) => {
    const clone = mkdtempSync(join(folder, 'clone-'));
    const run = (args: readonly string[]) => execFileSync('git', ['-C', clone, ...args], { stdio: 'pipe' });
    run(['init', '--quiet']);
    run(['fetch', '--quiet', ...options, `file://${folder}`, `b${size - 1}`]);
    const all = run(['cat-file', '--batch-all-objects', '--batch-check']).toString().split('\n');
    const plan = planDepth(graph, { wants: [tip], shallow: [], ...request });
    const sent = [...objectsToSend(graph, { wants: [tip], cut: plan.cut }).ids()].sort();
    expect(sent).toEqual(all.map((line) => line.slice(0, 40)).filter(isObjectId));
    const ends = run(['rev-parse', '--is-shallow-repository']).toString().trim();
    expect(ends).toBe(String(plan.shallow.length > 0));
  });
});

/** A history of branches and merges, folders and a submodule, as `git fast-import` reads it; always the same. */
function makeHistory(): string {
  let seed = 7;
  const below = (end: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * end);
  };
  const commits: string[] = [];
  for (let place = 0; place < size; place += 1) {
    const from = place > 0 ? [`from :${Math.max(1, place - below(4))}`] : [];
    const merge = place > 3 && below(3) === 0 ? [`merge :${1 + below(place - 1)}`] : [];
    const files = Array.from({ length: 1 + below(3) }, () => {
      const path = `${['', 'a/', 'a/b/', 'c/', 'a/b/d/'][below(5)]}f${below(6)}`;
      const content = `${'x'.repeat(below(40))}${below(30)}\n`;
      return `M 644 inline ${path}\ndata ${content.length}\n${content}`;
    });
    const sub = below(8) === 0 ? [`M 160000 ${'1'.repeat(40)} sub`] : [];
    const head = `commit refs/heads/b${place}\nmark :${place + 1}`;
    const committer = `committer A <a@example.com> ${1_000_000_000 + place * 10} +0000\ndata 2\nm\n`;
    commits.push([head, committer, ...from, ...merge, ...files, ...sub, ''].join('\n'));
  }
  return commits.join('\n');
}

/** The objects that `git cat-file --batch` wrote; each has the id that it has there. */
function readAll(output: Uint8Array): MemoryDatabase {
  const database = new MemoryDatabase();
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(0x0a, at);
    const [id, type, length] = new TextDecoder().decode(output.subarray(at, end)).split(' ');
    const next = end + 1 + Number(length);
    if (type === 'commit' || type === 'tree' || type === 'blob' || type === 'tag') {
      expect(database.add(type, Uint8Array.from(output.subarray(end + 1, next)))).toBe(id);
    }
    at = next + 1;
  }
  return database;
}
