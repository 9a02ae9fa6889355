import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serve } from 'srvx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { advertisement } from '../../mock/engines/git/advertise/advertisement.ts';
import { allCapabilities } from '../../mock/engines/git/capabilities.ts';
import { receivePack } from '../../mock/engines/git/pack/receive-pack.ts';
import { GitRepository } from '../../mock/engines/git/repository/git-repository.ts';
import { memoryStorage } from '../../mock/engines/git/storage/memory-storage.ts';
import { uploadPack } from '../../mock/engines/git/upload-pack/upload-pack.ts';
import { type Bridge, startBridge } from '../git/http-backend-bridge.ts';

/** Without Git there is no client to try; the unit tests have its output as literals. */
const hasGit = spawnSync('git', ['--version']).status === 0;
const run = promisify(execFile);
const size = 80;

/** The state of a client after a run against our server must equal that after Git's own. */
interface Outcome {
  /** Whether the last step failed: our messages say more than a server that hangs up. */
  readonly isRefused: boolean;
  readonly shallow: readonly string[];
  readonly reachable: readonly string[];
  readonly refs: string;
}

describe.runIf(hasGit).each([0, 1, 2])(
  'a Git client of protocol version %d',
  { timeout: 60_000 },
  (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'git-upload-pack-'));
    const source = join(folder, 'source.git');
    const git = (...args: string[]) => execFileSync('git', ['-C', source, ...args], { stdio: 'pipe' });
    const repositories = new Map<string, GitRepository>();
    let server: ReturnType<typeof serve> | undefined;
    let bridge: Bridge | undefined;
    let count = 0;

    beforeAll(async () => {
      execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', source]);
      execFileSync('git', ['-C', source, 'fast-import', '--quiet'], { input: makeHistory() });
      for (const [key, value] of [
        ['uploadpack.allowFilter', 'true'],
        ['uploadpack.allowAnySHA1InWant', 'true'],
      ] as const)
        git('config', key, value);
      git('tag', 'blob', '5626abf0f72e58d7a153368ba57db4c673c0e171');
      git('gc', '--quiet');
      repositories.set('source', await read(source));
      repositories.set('empty', await GitRepository.open(memoryStorage('refs/heads/trunk'), gitCodec));
      server = serve({
        port: 0,
        hostname: '127.0.0.1',
        silent: true,
        fetch: (request) => answer(request, repositories),
      });
      await server.ready();
      bridge = await startBridge({ root: folder });
    });
    afterAll(async () => {
      await server?.close(true);
      await bridge?.close();
      rmSync(folder, { recursive: true });
    });

    const ours = (name = 'source') => new URL(`${name}.git`, server?.url).href;
    const theirs = () => new URL('source.git', `${bridge?.url}/`).href;
    const client = (...args: string[]) =>
      run('git', ['-c', `protocol.version=${version}`, '-c', 'advice.detachedHead=false', ...args], {
        maxBuffer: 1 << 28,
        env: {
          ...process.env,
          GIT_TERMINAL_PROMPT: '0',
          GIT_CONFIG_NOSYSTEM: '1',
          HOME: folder,
          LC_ALL: 'C',
        },
      });
    const words = async (...args: string[]) =>
      (await client(...args)).stdout.split('\n').filter(Boolean).sort();

    /** Takes the same steps with two servers, and returns the state of each client. */
    const outcomes = async (steps: readonly (readonly string[])[]): Promise<[Outcome, Outcome]> => {
      const made: Outcome[] = [];
      for (const url of [ours(), theirs()]) {
        const target = join(folder, `c${count++}`);
        let isRefused = false;
        for (const step of steps) {
          const args = step.map((word) => (word === 'URL' ? url : word === 'TARGET' ? target : word));
          isRefused = await client(...args).then(
            () => false,
            () => true,
          );
        }
        made.push({ isRefused, ...(await getState(target)) });
      }
      const [mine, other] = made;
      if (mine === undefined || other === undefined) throw new Error('two servers were called');
      return [mine, other];
    };

    const getState = async (target: string) => {
      if (!existsSync(target)) return { shallow: [], reachable: [], refs: '' };
      await client('-C', target, 'fsck', '--strict', '--no-dangling');
      const path = [join(target, '.git', 'shallow'), join(target, 'shallow')].find((name) =>
        existsSync(name),
      );
      return {
        shallow: path ? readFileSync(path, 'latin1').split('\n').filter(Boolean).sort() : [],
        reachable: await words(
          '-C',
          target,
          'rev-list',
          '--objects',
          '--all',
          '--no-object-names',
          '--missing=print',
        ),
        refs: (await client('-C', target, 'for-each-ref')).stdout,
      };
    };

    it('lists the same refs as Git', async () => {
      for (const args of [[], ['--heads'], ['--tags'], ['--symref', 'HEAD'], ['b1*']])
        expect((await client('ls-remote', ...getFlags(args), ours(), ...getNames(args))).stdout).toBe(
          (await client('ls-remote', ...getFlags(args), theirs(), ...getNames(args))).stdout,
        );
    });

    it.each([
      'clone',
      'clone --bare',
      'clone --mirror',
      'clone ONE',
      'clone --no-tags ONE; fetch --tags',
      'clone ONE; fetch origin b60:refs/heads/other',
      'clone --no-tags --single-branch --branch=b20; fetch origin b79:refs/heads/new; fetch',
      'clone --depth=1',
      'clone --depth=3 --no-single-branch',
      'clone --depth=3 ONE; fetch --deepen=2',
      'clone --depth=3 --no-single-branch; fetch --deepen=1 origin b40',
      'clone --depth=7 ONE; fetch --depth=2',
      'clone --depth=2 ONE; fetch --depth=9',
      'clone --depth=2 ONE; fetch --unshallow',
      'clone --depth=2 ONE; fetch origin b50:refs/heads/other; fetch --unshallow',
      'clone --depth=2 --branch=b30; fetch origin b79:refs/heads/later',
      'clone --shallow-since=@1000000400 ONE',
      'clone --shallow-exclude=b40 ONE; fetch --shallow-exclude=b20; fetch --unshallow',
      'clone --shallow-exclude=refs/heads/b40 --shallow-since=@1000000300 ONE',
      'clone --shallow-exclude=nothing ONE',
      'clone --filter=blob:none',
      'clone --filter=blob:limit=20',
      'clone --filter=blob:none --depth=4 ONE; fetch --deepen=3',
      'clone --filter=tree:0 --no-checkout',
      'clone --filter=tree:2 --no-checkout ONE',
      'clone --filter=combine:blob:none+tree:3 --no-checkout',
      'clone --filter=object:type=commit --no-checkout',
    ])('has the same state as with Git after %s', async (steps) => {
      const [mine, other] = await outcomes(steps.split('; ').map(toWords));
      expect(mine).toEqual(other);
    });

    it.each([
      ['a commit without a ref', 'b79~3'],
      ['the object of a tag', 'nested'],
      ['a tree', 'b30^{tree}'],
      ['a blob', 'blob'],
    ])('gets %s by its id', async (_, revision) => {
      const id = git('rev-parse', revision).toString().trim();
      const target = join(folder, `c${count++}`);
      await client('init', '--quiet', target);
      await client('-C', target, 'fetch', '--quiet', ours(), id);
      expect(await words('-C', target, 'rev-list', '--objects', '--no-object-names', id)).toEqual(
        await words('-C', source, 'rev-list', '--objects', '--no-object-names', id),
      );
    });

    it('is told what it can’t have', async () => {
      const target = join(folder, `c${count++}`);
      await client('init', '--quiet', target);
      const unknown = '1'.repeat(40);
      await expect(client('-C', target, 'fetch', ours(), unknown)).rejects.toThrow(`not our ref ${unknown}`);
      await expect(
        client('clone', '--filter=sparse:oid=main', '--no-checkout', ours(), join(target, 'sparse')),
      ).rejects.toThrow("filter 'sparse:oid' not supported");
    });

    it('clones an empty repository, and finds its future branch', async () => {
      const target = join(folder, `c${count++}`);
      await client('-c', 'init.defaultBranch=other', 'clone', '--quiet', ours('empty'), target);
      const head = readFileSync(join(target, '.git', 'HEAD'), 'latin1').trim();
      // Of the older versions, only a newer Git sees more than an empty repository.
      expect(head).toBe(version === 2 ? 'ref: refs/heads/trunk' : head);
      expect((await client('ls-remote', ours('empty'))).stdout).toBe('');
    });

    it('agrees with the server on common commits over many rounds, and receives little more', async () => {
      const target = join(folder, `c${count++}`);
      await client('clone', '--quiet', '--no-tags', '--single-branch', '--branch=b40', ours(), target);
      const line = Array.from({ length: 300 }, (_, place) =>
        getCommit('own', place, place === 0 ? 'b40' : undefined),
      );
      const fed = run('git', ['-C', target, 'fast-import', '--quiet']);
      fed.child.stdin?.end(line.join('\n'));
      await fed;
      await client('-C', target, 'checkout', '--quiet', 'own');
      await client(
        '-C',
        target,
        '-c',
        'fetch.unpackLimit=1',
        'fetch',
        '--quiet',
        '--no-tags',
        'origin',
        'b79:new',
      );
      await client('-C', target, 'fsck', '--strict');
      const packs = readdirSync(join(target, '.git/objects/pack')).filter((name) => name.endsWith('.idx'));
      const sizes = packs.map(
        (name) =>
          execFileSync('git', ['show-index'], {
            input: readFileSync(join(target, '.git/objects/pack', name)),
          })
            .toString()
            .split('\n').length,
      );
      const needed = await words('-C', source, 'rev-list', '--objects', 'b79', '^b40');
      expect(Math.min(...sizes)).toBeLessThan(needed.length * 1.5 + 10);
    });

    if (version === 2)
      it('requests only what both have', async () => {
        const target = join(folder, `c${count++}`);
        await client('clone', '--quiet', '--no-tags', '--single-branch', '--branch=b40', ours(), target);
        const flags = ['fetch', '--quiet', '--negotiate-only', '--negotiation-tip=b40'];
        const common = await words('-C', target, ...flags, ours());
        expect(common).toContain(git('rev-parse', 'b40').toString().trim());
        expect(common).toEqual(await words('-C', target, ...flags, theirs()));
      });
  },
);

/** The arguments of a step: `ONE` is one branch, and common options are added. */
function toWords(step: string): string[] {
  const [command = '', ...rest] = step.replace('ONE', '--single-branch --branch=b79').split(' ');
  return command === 'clone'
    ? ['clone', '--quiet', '--no-local', ...rest, 'URL', 'TARGET']
    : ['-C', 'TARGET', command, '--quiet', ...rest];
}

const getFlags = (args: readonly string[]) => args.filter((word) => word.startsWith('-'));
const getNames = (args: readonly string[]) => args.filter((word) => !word.startsWith('-'));

/** The smallest possible server around the tested function. */
async function answer(request: Request, repositories: ReadonlyMap<string, GitRepository>): Promise<Response> {
  const url = new URL(request.url);
  const [, name = '', path] = /^\/(\w+)\.git(\/.*)$/.exec(url.pathname) ?? [];
  const repository = repositories.get(name);
  const asked = /version=([12])/.exec(request.headers.get('git-protocol') ?? '')?.[1];
  const version = asked === '2' ? 2 : asked === '1' ? 1 : 0;
  const typed = (what: string) => ({ headers: { 'content-type': `application/x-git-upload-pack-${what}` } });
  if (repository === undefined) return new Response(null, { status: 404 });
  if (path === '/info/refs') {
    const body = advertisement(repository, {
      service: 'git-upload-pack',
      version,
      capabilities: allCapabilities,
    });
    return new Response(Uint8Array.from(body), typed('advertisement'));
  }
  const zipped = request.headers.get('content-encoding') === 'gzip';
  const body = zipped ? request.body?.pipeThrough(new DecompressionStream('gzip')) : request.body;
  const answered = await uploadPack(repository, body ?? new Blob().stream(), {
    version,
    signal: request.signal,
  });
  return new Response(
    answered instanceof ReadableStream ? answered : Uint8Array.from(answered),
    typed('result'),
  );
}

/** A repository in memory with the packs and refs of one in a folder. */
async function read(source: string): Promise<GitRepository> {
  const storage = memoryStorage();
  const path = join(source, 'objects/pack');
  for (const name of readdirSync(path).filter((file) => file.endsWith('.pack'))) {
    const pack = await receivePack([readFileSync(join(path, name))], { storage, codec: gitCodec });
    await pack.incoming.keep(pack.name, pack.index);
  }
  const listed = execFileSync('git', ['-C', source, 'for-each-ref', '--format=%(refname) %(objectname)']);
  const refs = listed.toString().trim().split('\n');
  const changes = refs.map((line) => {
    const [name = '', to] = line.split(' ');
    return { name, from: undefined, to };
  });
  await storage.changeRefs(changes, 'refs/heads/main');
  return GitRepository.open(storage, gitCodec);
}

/** A commit for `git fast-import`: on another ref, or on the one before it in the same branch. */
function getCommit(branch: string, place: number, from?: string): string {
  const parent = from === undefined ? [] : [`from refs/heads/${from}`];
  const content = `${branch} ${place}\n`;
  const file = `M 644 inline ${branch}\ndata ${content.length}\n${content}`;
  const committer = `committer A <a@example.com> ${2_000_000_000 + place} +0000\ndata 2\nm\n`;
  return [`commit refs/heads/${branch}`, committer, ...parent, file, ''].join('\n');
}

/** A history of branches and merges, folders, a submodule and tags of every kind; always the same. */
function makeHistory(): string {
  let seed = 7;
  const below = (end: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * end);
  };
  const commands: string[] = [];
  for (let place = 0; place < size; place += 1) {
    const from = place > 0 ? [`from :${Math.max(1, place - below(4))}`] : [];
    const merge = place > 3 && below(3) === 0 ? [`merge :${1 + below(place - 1)}`] : [];
    const files = Array.from({ length: 1 + below(3) }, () => {
      const path = `${['', 'a/', 'a/b/', 'c/', 'a/b/d/'][below(5)]}f${below(6)}`;
      const content = `${'x'.repeat(below(40))}${below(30)}\n${'all the same in each\n'.repeat(30)}`;
      return `M 644 inline ${path}\ndata ${content.length}\n${content}`;
    });
    const sub = below(8) === 0 ? [`M 160000 ${'1'.repeat(40)} sub`] : [];
    const head = `commit refs/heads/b${place}\nmark :${place + 1}`;
    const committer = `committer A <a@example.com> ${1_000_000_000 + place * 10} +0000\ndata 2\nm\n`;
    commands.push([head, committer, ...from, ...merge, ...files, ...sub, ''].join('\n'));
  }
  const tagger = 'tagger A <a@example.com> 1000000000 +0000\ndata 2\nt\n';
  const blob = 'blob\nmark :900\ndata 4\none\n';
  return [
    ...commands,
    blob,
    `reset refs/heads/main\nfrom :${size}\n`,
    'reset refs/tags/light\nfrom :12\n',
    'reset refs/notes/x\nfrom :9\n',
    `tag early\nmark :901\nfrom :5\n${tagger}`,
    `tag late\nfrom :${size}\n${tagger}`,
    `tag nested\nfrom :901\n${tagger}`,
    `tag of-blob\nfrom :900\n${tagger}`,
    '',
  ].join('\n');
}
