import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { GitRepository, memoryStorage, readGitRoute, serveGit } from '../../mock/engines/git/index.ts';
import { type Plane, startPlane } from '../../mock/serve/plane.ts';

/** Where there is no Git nobody pushes; the unit tests have what it sends as literals. */
const hasGit = spawnSync('git', ['--version']).status === 0;

interface Run {
  readonly code: number;
  readonly output: string;
}

describe.runIf(hasGit)('pushes of Git', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'git-pushes-'));
  const work = join(folder, 'work');
  const repositories = new Map<string, GitRepository>();
  let plane: Plane;
  let pushes = 0;

  const repository = (name: string) => {
    const found = repositories.get(name);
    if (found === undefined) throw new Error(`there is no repository ${name}`);
    return found;
  };
  const create = async (name: string) => {
    const made = await GitRepository.open(memoryStorage(), gitCodec);
    repositories.set(name, made);
    return made;
  };
  const refs = (name: string) => Object.fromEntries(repository(name).at.refs);
  const url = (name: string) => `${plane.url}/${name}.git`;

  // The server is in this process, so nothing may wait for Git without letting it answer.
  const git = (args: readonly string[], cwd = work) =>
    new Promise<Run>((resolve) => {
      const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
      const child = execFile(
        'git',
        ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args],
        { cwd, env, maxBuffer: 1 << 28 },
        (error, stdout, stderr) =>
          resolve({ code: error ? (child.exitCode ?? 1) : 0, output: stdout + stderr }),
      );
    });
  const done = async (args: readonly string[], cwd = work) => {
    const { code, output } = await git(args, cwd);
    expect(code, output).toBe(0);
    return output.trim();
  };
  const fed = (args: readonly string[], input: string) =>
    new Promise<Buffer>((resolve, reject) => {
      const child = execFile('git', ['-C', work, ...args], { encoding: 'buffer' }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
      child.stdin?.end(input);
    });
  const commit = async (file: string, content: string | Uint8Array) => {
    await writeFile(join(work, file), content);
    await done(['add', file]);
    await done(['commit', '--quiet', '-m', file]);
    return done(['rev-parse', 'HEAD']);
  };
  /** Clones a repository, and has Git check all of it. */
  const cloned = async (name: string) => {
    const target = join(folder, `clone-${repositories.size}-${pushes++}`);
    await done(['clone', '--quiet', '--mirror', url(name), target], folder);
    const faults = (await done(['fsck', '--strict', '--full'], target)).split('\n');
    expect(faults.filter((line) => line !== '' && !line.startsWith('notice: HEAD points'))).toEqual([]);
    return target;
  };

  beforeAll(async () => {
    plane = await startPlane({
      name: 'Git',
      host: '127.0.0.1',
      port: 0,
      async fetch(request) {
        const { pathname, searchParams } = new URL(request.url);
        const [, name = '', below = ''] = /^\/([^/]+)\.git(\/.*)$/.exec(pathname) ?? [];
        const route = readGitRoute(request.method, below, searchParams);
        const found = repositories.get(name);
        if (!('service' in route) || found === undefined) return new Response('Not found', { status: 404 });
        return serveGit(request, route, found);
      },
    });
    await done(['init', '--quiet', '--initial-branch=main', work], folder);
    await commit('one', 'one\n');
    await commit('two', 'two\n');
  }, 60_000);
  afterAll(async () => {
    await plane.close(0);
    rmSync(folder, { recursive: true });
  });

  it('creates, changes, forces and deletes', async () => {
    await create('plain');
    await done(['push', url('plain'), 'main', 'main~1:refs/heads/old', 'main:refs/pull/1/head']);
    const [head, before] = [await done(['rev-parse', 'main']), await done(['rev-parse', 'main~1'])];
    expect(refs('plain')).toEqual({
      'refs/heads/main': head,
      'refs/heads/old': before,
      'refs/pull/1/head': head,
    });
    const refused = await git(['push', url('plain'), 'main~1:main']);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('non-fast-forward') });
    await done(['push', url('plain'), '+main~1:main']);
    await done(['push', url('plain'), '--delete', 'old']);
    expect(refs('plain')).toEqual({ 'refs/heads/main': before, 'refs/pull/1/head': head });
    const current = await git(['push', url('plain'), '--delete', 'main']);
    expect(current.output).toContain('deletion of the current branch prohibited');
    await cloned('plain');
  });

  it('does all of an atomic push or nothing', async () => {
    await create('atomic');
    await done(['push', url('atomic'), 'main']);
    const failed = await git([
      'push',
      '--atomic',
      url('atomic'),
      'main:refs/heads/fine',
      'main:refs/heads/main/x',
    ]);
    expect(failed.code).toBe(1);
    expect(failed.output).toContain("cannot lock ref 'refs/heads/main/x'");
    expect(failed.output).toContain('atomic push failure');
    expect(Object.keys(refs('atomic'))).toEqual(['refs/heads/main']);
    await done([
      'push',
      '--atomic',
      '-o',
      'ci.skip',
      url('atomic'),
      'main:refs/heads/a',
      'main:refs/heads/b',
    ]);
    expect(Object.keys(refs('atomic'))).toEqual(['refs/heads/main', 'refs/heads/a', 'refs/heads/b']);
  });

  it('takes tags, tags of tags and notes', async () => {
    await create('tags');
    await done(['tag', '-a', '-m', 'first', 'v1', 'main']);
    await done(['-c', 'advice.nestedTag=false', 'tag', '-a', '-m', 'second', 'v2', 'v1']);
    await done(['notes', 'add', '-m', 'a note', 'main']);
    await done(['push', url('tags'), 'main', '--tags', 'refs/notes/*']);
    const clone = await cloned('tags');
    expect(await done(['for-each-ref', '--format=%(refname) %(objecttype)'], clone)).toBe(
      'refs/heads/main commit\nrefs/notes/commits commit\nrefs/tags/v1 tag\nrefs/tags/v2 tag',
    );
  });

  it('takes 4,100 refs, and reports each', async () => {
    await create('many');
    const stdin = Array.from(
      { length: 4_100 },
      (_, at) => `create refs/many/ref-${at}-of-a-longer-name main\n`,
    );
    await fed(['-c', 'core.fsync=none', 'update-ref', '--stdin'], stdin.join(''));
    await done(['push', '--quiet', url('many'), 'main', 'refs/many/*:refs/many/*']);
    expect(repository('many').at.refs.size).toBe(4_101);
    await cloned('many');
  });

  it('takes a blob of 60 MB in a body of unknown length', async () => {
    await create('large');
    await done(['checkout', '--quiet', '-b', 'large', 'main']);
    await commit('large', randomBytes(60_000_000));
    await done(['push', '--quiet', url('large'), 'large']);
    const clone = await cloned('large');
    expect(await done(['cat-file', '-s', 'large:large'], clone)).toBe('60000000');
    await done(['checkout', '--quiet', 'main']);
  });

  it('completes thin packs, and joins them when they are many', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at} of a text that is long`);
    const { objects } = await create('thin');
    await done(['checkout', '--quiet', '-b', 'thin', 'main']);
    let most = 0;
    for (let at = 0; at < 40; at++) {
      lines[at * 7] = `changed ${at}`;
      await commit('text', lines.join('\n'));
      await done(['push', '--quiet', url('thin'), 'thin']);
      await repository('thin').tidy();
      most = Math.max(most, objects.packs.length);
    }
    expect(most).toBe(24);
    expect(objects.packs.length).toBeLessThan(24);
    const clone = await cloned('thin');
    expect(await done(['rev-list', '--count', 'thin'], clone)).toBe('42');
    await done(['checkout', '--quiet', 'main']);
  });

  it('takes pushes of a shallow clone that connect, and no others', async () => {
    await create('shallow');
    await create('other');
    await done(['push', '--quiet', url('shallow'), 'main']);
    const clone = join(folder, 'shallow-clone');
    await done(['clone', '--quiet', '--depth=1', url('shallow'), clone], folder);
    await done(['commit', '--quiet', '--allow-empty', '-m', 'more'], clone);
    await done(['push', '--quiet', 'origin', 'main'], clone);
    expect(await done(['rev-list', '--count', 'main'], await cloned('shallow'))).toBe('3');
    const refused = await git(['push', url('other'), 'main'], clone);
    expect(refused.output).toContain('shallow update not allowed');
    expect(repository('other').at.refs.size).toBe(0);
    expect(repository('other').objects.packs).toEqual([]);
  });

  it('takes a compressed body', async () => {
    await create('gzip');
    const line = `${'0'.repeat(40)} ${await done(['rev-parse', 'main'])} refs/heads/main\0 report-status`;
    const pack = await fed(['pack-objects', '--revs', '--stdout', '--quiet'], 'main\n');
    const head = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
    const answer = await fetch(`${url('gzip')}/git-receive-pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request', 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.concat([Buffer.from(head, 'latin1'), pack])),
    });
    expect(await answer.text()).toBe('000eunpack ok\n0017ok refs/heads/main\n0000');
    await cloned('gzip');
  });

  it('lets one of many win that push to one ref at once', async () => {
    await create('race');
    await done(['push', '--quiet', url('race'), 'main']);
    const writers = 50;
    const tip = await done(['rev-parse', 'main']);
    let expected = tip;
    for (let round = 0; round < 2; round++) {
      const commits = await Promise.all(
        Array.from({ length: writers }, (_, at) =>
          done(['commit-tree', '-p', expected, '-m', `writer ${at} of round ${round}`, 'main^{tree}']),
        ),
      );
      const runs = await Promise.all(
        commits.map((id) =>
          git(['push', `--force-with-lease=main:${expected}`, url('race'), `${id}:refs/heads/main`]),
        ),
      );
      expect(runs.filter(({ code }) => code === 0)).toHaveLength(1);
      const winner = commits[runs.findIndex(({ code }) => code === 0)] ?? '';
      expect(refs('race')).toEqual({ 'refs/heads/main': winner });
      expected = winner;
    }
    await cloned('race');
  });
});
