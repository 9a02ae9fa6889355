import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { type Exchange, startExchangeProxy } from './exchange-proxy.ts';
import { startBridge } from './http-backend-bridge.ts';

/**
 * Records the exchanges of Git with `git http-backend`, as a start for fuzzing.
 *
 * bun scripts/git/record-exchanges.ts
 */
const folder = join(import.meta.dirname, '../../fixtures/git/exchanges');
const run = promisify(execFile);

/** The steps in order; the first push fills the repository for all others. */
const steps: Readonly<Record<string, (git: Git, url: string) => Promise<unknown>>> = {
  'push of a new repository': (git, url) => git('work', 'push', url, 'main', 'side', 'v1', 'v2'),
  'clone in version 2': (git, url) => git('.', 'clone', url, 'two'),
  'clone in version 1': (git, url) => git('.', '-c', 'protocol.version=1', 'clone', url, 'one'),
  'clone in version 0': (git, url) => git('.', '-c', 'protocol.version=0', 'clone', url, 'zero'),
  'shallow clone in version 2': (git, url) => git('.', 'clone', '--depth=2', url, 'shallow-two'),
  'shallow clone in version 0': (git, url) =>
    git('.', '-c', 'protocol.version=0', 'clone', '--depth=2', url, 'shallow-zero'),
  'clone without blobs': (git, url) => git('.', 'clone', '--filter=blob:none', url, 'partial'),
  'list of refs': (git, url) => git('.', 'ls-remote', url),
  'push of a commit': async (git, url) => {
    await change(git, 'work', 'More');
    await git('work', 'push', '--atomic', '--push-option=quick', url, 'main');
  },
  'fetch in version 2': (git) => git('two', 'fetch'),
  'fetch in version 0': (git) => git('zero', '-c', 'protocol.version=0', 'fetch'),
  'deepening fetch in version 2': (git) => git('shallow-two', 'fetch', '--deepen=1'),
  'unshallowing fetch in version 0': (git) =>
    git('shallow-zero', '-c', 'protocol.version=0', 'fetch', '--unshallow'),
  'push of other refs': (git, url) => git('work', 'push', '--force', url, 'side:fork', ':v1', 'main~1:main'),
};

type Git = (directory: string, ...args: readonly string[]) => Promise<string>;

const place = await mkdtemp(join(tmpdir(), 'touchstone-exchanges-'));
const bridge = await startBridge({ root: place });
const proxy = await startExchangeProxy(bridge.url);
try {
  const git = gitIn(place);
  await makeRepository(git);
  await mkdir(folder, { recursive: true });
  const recorded: Record<string, Exchange[]> = {};
  for (const [name, step] of Object.entries(steps)) {
    await step(git, `${proxy.url}/hub.git`);
    recorded[name] = proxy.take();
  }
  const about =
    'Git and git http-backend, as scripts/git/record-exchanges.ts has them talk. Bodies are base64.';
  const version = (await git('.', 'version')).trim();
  const text = JSON.stringify({ about, version, recorded }, undefined, 2);
  await writeFile(join(folder, 'recorded.json'), `${text}\n`);
} finally {
  await proxy.close();
  await bridge.close();
  await rm(place, { recursive: true });
}

function gitIn(root: string): Git {
  let clock = 1_700_000_000;
  return async (directory, ...args) => {
    clock += 60;
    const date = `${clock} +0000`;
    const env = {
      ...process.env,
      ...{ HOME: root, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
      ...{ GIT_AUTHOR_NAME: 'Ada Example', GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_AUTHOR_DATE: date },
      ...{ GIT_COMMITTER_NAME: 'Ada Example', GIT_COMMITTER_EMAIL: 'ada@example.com' },
      GIT_COMMITTER_DATE: date,
    };
    return (await run('git', ['-C', join(root, directory), ...args], { env })).stdout;
  };
}

async function makeRepository(git: Git): Promise<void> {
  await git('.', 'init', '--quiet', '--bare', '--initial-branch=main', 'hub.git');
  await git('.', 'init', '--quiet', '--initial-branch=main', 'work');
  const text = Array.from({ length: 40 }, (_, line) => `Line ${line} of a text.\n`).join('');
  await writeFile(join(place, 'work', 'text.txt'), text);
  for (const word of ['One', 'Two', 'Three']) await change(git, 'work', word);
  await git('work', 'tag', 'v1');
  await git('work', 'tag', '-a', '-m', 'A tag.', 'v2', 'HEAD~1');
  await git('work', 'checkout', '--quiet', '-b', 'side', 'HEAD~1');
  await change(git, 'work', 'Aside');
  await git('work', 'checkout', '--quiet', 'main');
}

async function change(git: Git, directory: string, word: string): Promise<void> {
  await appendFile(join(place, directory, 'text.txt'), `${word}\n`);
  await mkdir(join(place, directory, 'folder'), { recursive: true });
  await writeFile(join(place, directory, 'folder', `${word}.txt`), `${word}\n`);
  await git(directory, 'add', '.');
  await git(directory, 'commit', '--quiet', '--message', word);
}
