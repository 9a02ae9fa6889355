import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { type Remote, runGit } from './git-client.ts';
import { authorization, touchstoneCommand } from './peers.ts';
import { BenchError, type Processes } from './processes.ts';

/** Somebody who serves repositories. */
export interface GitHost {
  readonly pid: number;
  /** A new repository in which nothing is. */
  create(): Promise<Remote>;
  stop(): Promise<void>;
}

const namespace = 'bench';

/** Git itself, which can also be given a repository as a folder. */
export interface NativeHost extends GitHost {
  /** A repository that is as `git clone --mirror` makes it: in one pack, which serves it best. */
  mirror(source: string): Promise<Remote>;
}

/** `touchstone serve`, with repositories that are made over its API. */
export async function touchstoneHost(processes: Processes): Promise<GitHost> {
  const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
  const { accountId } = worldDefaults;
  const repositories = `${server.url}/client/v4/accounts/${accountId}/artifacts/namespaces/${namespace}/repos`;
  let count = 0;
  return {
    ...server,
    async create() {
      const answer = await fetch(repositories, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `repository-${count++}` }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new BenchError('bench', `POST ${repositories}: ${answer.status} ${text}`);
      const { remote, token } = JSON.parse(text).result;
      return { url: remote, token };
    },
  };
}

/**
 * `git http-backend` behind a bridge on Bun.
 *
 * @param folder where its repositories are put
 */
export async function nativeHost(processes: Processes, folder: string): Promise<NativeHost> {
  let count = 0;
  const add = async (...how: readonly string[]) => {
    const name = `repository-${count++}.git`;
    await runGit([...how, join(folder, name)]);
    return name;
  };
  const empty = () => add('init', '--quiet', '--bare', '--initial-branch=main');
  const server = await processes.serve(
    (port) => [process.execPath, join(import.meta.dirname, 'git-bridge-server.ts'), folder, String(port)],
    `/${await empty()}/HEAD`,
  );
  return {
    ...server,
    create: async () => ({ url: `${server.url}/${await empty()}` }),
    mirror: async (source) => ({
      url: `${server.url}/${await add('clone', '--quiet', '--mirror', '--no-local', source)}`,
    }),
  };
}
