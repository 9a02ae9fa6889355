import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { startBridge } from '../git/http-backend-bridge.ts';
import { BenchError, type Row, takeTurns } from './rows.ts';
import { authorization, start, touchstone } from './servers.ts';

/** A repository on a server, and its token if the server requires one. */
interface Remote {
  readonly url: string;
  readonly token?: string;
}

/** Runs the machine's Git without the configuration of its user; returns the milliseconds. */
async function runGit(args: readonly string[], token?: string): Promise<number> {
  const env = {
    ...process.env,
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    ...(token === undefined
      ? {}
      : {
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'http.extraHeader',
          GIT_CONFIG_VALUE_0: `Authorization: Bearer ${token}`,
        }),
  };
  const begun = performance.now();
  await promisify(execFile)('git', args, { env });
  return performance.now() - begun;
}

const rounds = 7;
const commits = 5_000;

/** Push and clone of repositories of 20,000 objects by Git itself; every round has another one. */
export async function measureGit(folder: string): Promise<Row[]> {
  const server = await start(touchstone, '/_touchstone/info');
  const bridge = await startBridge({ root: folder });
  let count = 0;
  const createOurs = async (): Promise<Remote> => {
    const namespace = `${server.url}/client/v4/accounts/${worldDefaults.accountId}/artifacts/namespaces/bench`;
    const answer = await fetch(`${namespace}/repos`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `repository-${count++}` }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new BenchError(`no repository was created: ${text}`);
    const { remote, token } = JSON.parse(text).result;
    return { url: remote, token };
  };
  const createTheirs = async (): Promise<Remote> => {
    const name = `served-${count++}.git`;
    await runGit(['init', '--quiet', '--bare', '--initial-branch=main', join(folder, name)]);
    return { url: `${bridge.url}/${name}` };
  };

  const sources = new Map<number, string>();
  for (let round = -1; round < rounds; round++) sources.set(round, await makeHistory(folder, round));
  const push = (create: () => Promise<Remote>, remotes: Map<number, Remote>) => async (round: number) => {
    const remote = await create();
    remotes.set(round, remote);
    return runGit(['-C', sources.get(round) ?? '', 'push', '--quiet', '--all', remote.url], remote.token);
  };
  const clone = (remotes: Map<number, Remote>) => async (round: number) => {
    const { url = '', token } = remotes.get(round) ?? {};
    const target = join(folder, `clone-${count++}`);
    const time = await runGit(['clone', '--quiet', '--no-checkout', url, target], token);
    await rm(target, { recursive: true });
    return time;
  };
  const [ours, theirs] = [new Map<number, Remote>(), new Map<number, Remote>()];
  const pushed = await takeTurns(
    { ours: push(createOurs, ours), theirs: push(createTheirs, theirs) },
    rounds,
  );
  const cloned = await takeTurns({ ours: clone(ours), theirs: clone(theirs) }, rounds);
  await bridge.close();
  const row = { part: 'Git', peer: 'git http-backend', unit: 'ms', has: 'speed', aim: 1 / 1.5 } as const;
  return [
    { ...row, measured: 'Clone of a repository of 20,000 objects', ...cloned },
    { ...row, measured: 'Push of a repository of 20,000 objects', ...pushed },
  ];
}

/** A bare repository on one branch. Each commit changes a line of a file: a commit, two trees and a blob. */
async function makeHistory(folder: string, edition: number): Promise<string> {
  const repository = join(folder, `history-${edition}.git`);
  await runGit(['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  const child = spawn('git', ['-C', repository, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  await pipeline(writeHistory(edition), child.stdin);
  const [code] = await ended;
  if (code !== 0) throw new BenchError(`git fast-import ended with ${code}`);
  await runGit(['-C', repository, 'repack', '-a', '-d', '-q']);
  return repository;
}

/** What `git fast-import` reads. */
function* writeHistory(edition: number): Generator<string, void> {
  const files = new Map<string, string[]>();
  for (let n = 0; n < commits; n++) {
    const file = (n * 7919) % 400;
    const path = `part-${file % 40}/file-${Math.floor(file / 40)}.txt`;
    const lines = files.get(path) ?? Array.from({ length: 40 }, (_, at) => writeLine(path, at, 0));
    lines[n % 40] = writeLine(path, n % 40, n + 1 + (edition + 1) * commits);
    files.set(path, lines);
    const [text, message] = [lines.join(''), `Change ${path}\n`];
    const person = `A Writer <writer@example.com> ${1_700_000_000 + n * 60} +0000`;
    yield `commit refs/heads/main\ncommitter ${person}\ndata ${message.length}\n${message}\n`;
    yield `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
  }
}

/** A line that no other line repeats, as incompressible data has to be sent. */
function writeLine(path: string, at: number, version: number): string {
  let state = (version * 2_654_435_761 + at * 40_503 + path.length) >>> 0;
  let words = '';
  for (let word = 0; word < 6; word++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words += ` ${state.toString(36)}`;
  }
  return `${path}:${at}${words}\n`;
}
