import type { TestContext } from '../../../harness/context.ts';
import { type GitObject, gitObject, type ObjectType } from '../objects/git-object.ts';
import { createPack } from '../objects/write-pack.ts';
import type { Version } from '../wire/discovery.ts';
import { type GitClient, type LocalRepository, temporaryFolder } from './git-client.ts';
import { type GitRun, git, runGit } from './run-git.ts';

/** The real Git, in its own folders. */
export function realGit(t: TestContext, version: Version = 2): GitClient {
  const { certificate } = t;
  return {
    name: 'Git',
    async create() {
      const folder = await temporaryFolder(t);
      await git(['init', '--quiet'], { folder });
      return localRepository({ folder, version, certificate });
    },
    async clone(repository, { depth, branch } = {}) {
      const folder = await temporaryFolder(t);
      const run = { folder, version, certificate };
      const flags = [
        ...(depth === undefined ? [] : [`--depth=${depth}`, '--no-single-branch']),
        ...(branch === undefined ? [] : [`--branch=${branch}`]),
      ];
      await git(['clone', '--quiet', ...flags, repository.remote, '.'], { ...run, repository });
      return localRepository(run);
    },
  };
}

function localRepository(run: GitRun): LocalRepository {
  const { folder } = run;
  return {
    folder,
    async add(objects, refs) {
      const pack = createPack(objects);
      // Git refuses an empty pack here.
      if (pack.length > 32) await git(['index-pack', '--stdin'], { ...run, input: pack });
      const updates = Object.entries(refs).map(([name, id]) => `update ${name} ${id}\n`);
      await git(['update-ref', '--stdin'], { ...run, input: updates.join('') });
    },
    async known() {
      // It fails without any ref.
      const { output } = await runGit(['show-ref', '--head'], run);
      const refs = output
        .toString()
        .split('\n')
        .map((text): [string, string] => {
          const [id = '', name = ''] = text.split(' ');
          return [name, id];
        })
        .filter(([name]) => /^(?:HEAD$|refs\/remotes\/origin\/(?!HEAD$)|refs\/tags\/)/.test(name))
        .map(([name, id]) => [name.replace('refs/remotes/origin/', 'refs/heads/'), id]);
      return Object.fromEntries(refs);
    },
    async resolve(name) {
      const { ok, output } = await runGit(['rev-parse', '--quiet', '--verify', name], run);
      return ok ? output.toString().trim() : undefined;
    },
    async read(ids) {
      const input = ids.map((id) => `${id}\n`).join('');
      return getBatch((await runGit(['cat-file', '--batch'], { ...run, input })).output);
    },
    fetch: (repository) =>
      runGit(['fetch', '--quiet', '--tags', repository.remote, '+refs/heads/*:refs/remotes/origin/*'], {
        ...run,
        repository,
      }),
    pull: (repository, branch) =>
      runGit(['pull', '--quiet', '--ff-only', repository.remote, branch], { ...run, repository }),
    push: (repository, ...refs) => {
      const specs = refs.map(({ from = '', to, force = false }) => `${force ? '+' : ''}${from}:${to}`);
      return runGit(['push', '--porcelain', repository.remote, ...specs], { ...run, repository });
    },
  };
}

/** The objects in the output of `cat-file --batch`, each after a header line and before a line feed. */
function getBatch(output: Buffer): ReadonlyMap<string, GitObject> {
  const objects = new Map<string, GitObject>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    if (end < 0) break;
    const found = /^[0-9a-f]{40} (\w+) (\d+)$/.exec(output.subarray(at, end).toString());
    at = end + 1;
    // A missing object has only a header line.
    if (!found) continue;
    const size = Number(found[2]);
    const object = gitObject(found[1] as ObjectType, new Uint8Array(output.subarray(at, at + size))); // Git knows no other types
    objects.set(object.id, object);
    at += size + 1;
  }
  return objects;
}

/** Fails unless Git finds a clone sound. @throws ConformanceFailure with Git's findings */
export async function checkSound(folder: string): Promise<void> {
  await git(['fsck', '--strict', '--full', '--no-dangling'], { folder });
}
