import fs from 'node:fs';
import { join as joinPath } from 'node:path';
import * as isomorphic from 'isomorphic-git';
import type { TestContext } from '../../../harness/context.ts';
import { ConformanceFailure } from '../../../harness/errors.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import { join } from '../objects/bytes.ts';
import { type GitObject, gitObject, type ObjectType } from '../objects/git-object.ts';
import { createPack } from '../objects/write-pack.ts';
import { type ClientOutcome, type GitClient, type LocalRepository, temporaryFolder } from './git-client.ts';

type Http = Parameters<typeof isomorphic.clone>[0]['http'];

/** The author of a merge commit. */
const author = { name: 'Ada Example', email: 'ada@example.com', timestamp: 1_700_000_000, timezoneOffset: 0 };

/** isomorphic-git, with its requests on record like all others. */
export function isomorphicGit(t: TestContext): GitClient {
  const http: Http = {
    async request({ url, method = 'GET', headers = {}, body }) {
      const pieces: Uint8Array[] = [];
      for await (const piece of body ?? []) pieces.push(piece);
      const reply = await t.remote({
        url,
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(pieces.length > 0 ? { body: join(...pieces) } : {}),
      });
      async function* answer() {
        yield reply.bytes;
      }
      return {
        url,
        method,
        statusCode: reply.status,
        statusMessage: String(reply.status),
        headers: Object.fromEntries(reply.headers),
        body: answer(),
      };
    },
  };
  return {
    name: 'isomorphic-git',
    async create() {
      const folder = await temporaryFolder(t);
      await isomorphic.init({ fs, dir: folder, defaultBranch: 'main' });
      return localRepository(folder, http);
    },
    async clone({ remote, headers }, { depth, branch } = {}) {
      const folder = await temporaryFolder(t);
      try {
        await isomorphic.clone({
          fs,
          http,
          dir: folder,
          url: remote,
          headers: { ...headers },
          ...(depth === undefined ? {} : { depth }),
          ...(branch === undefined ? {} : { ref: branch }),
        });
      } catch (cause) {
        throw new ConformanceFailure(`isomorphic-git can't clone: ${getMessage(cause)}`, { cause });
      }
      return localRepository(folder, http);
    },
  };
}

function localRepository(folder: string, http: Http): LocalRepository {
  const here = { fs, dir: folder };
  const over = ({ remote, headers }: TestRepository) => ({
    ...here,
    http,
    url: remote,
    headers: { ...headers },
  });
  return {
    folder,
    async add(objects, refs) {
      const pack = createPack(objects);
      const filepath = `.git/objects/pack/pack-${crypto.randomUUID().replaceAll('-', '')}.pack`;
      await fs.promises.mkdir(joinPath(folder, '.git/objects/pack'), { recursive: true });
      await fs.promises.writeFile(joinPath(folder, filepath), pack);
      await isomorphic.indexPack({ ...here, filepath });
      for (const [ref, value] of Object.entries(refs)) {
        await isomorphic.writeRef({ ...here, ref, value, force: true });
      }
    },
    async known() {
      const refs: Record<string, string> = {};
      const head = await isomorphic.resolveRef({ ...here, ref: 'HEAD' }).catch(() => undefined);
      if (head !== undefined) refs['HEAD'] = head;
      for (const name of await isomorphic.listBranches({ ...here, remote: 'origin' })) {
        if (name === 'HEAD') continue;
        refs[`refs/heads/${name}`] = await isomorphic.resolveRef({
          ...here,
          ref: `refs/remotes/origin/${name}`,
        });
      }
      for (const name of await isomorphic.listTags(here)) {
        refs[`refs/tags/${name}`] = await isomorphic.resolveRef({ ...here, ref: `refs/tags/${name}` });
      }
      return refs;
    },
    resolve: (ref) => isomorphic.resolveRef({ ...here, ref }).catch(() => undefined),
    async read(ids) {
      const objects = new Map<string, GitObject>();
      // Without the cache, every object reads the packs and their indexes again.
      const cache = {};
      for (const oid of ids) {
        try {
          const { object, type } = await isomorphic.readObject({ ...here, oid, format: 'content', cache });
          const read = gitObject(type as ObjectType, new Uint8Array(object as Uint8Array)); // so with this format
          objects.set(read.id, read);
        } catch {
          // The object is missing.
        }
      }
      return objects;
    },
    fetch: (repository) =>
      outcome(() => isomorphic.fetch({ ...over(repository), remote: 'origin', tags: true, prune: true })),
    pull: (repository, ref) =>
      outcome(() =>
        isomorphic.pull({
          ...over(repository),
          ref,
          remoteRef: ref,
          singleBranch: true,
          fastForwardOnly: true,
          author,
        }),
      ),
    push: (repository, ...refs) =>
      outcome(async () => {
        for (const { from, to, force = false } of refs) {
          // For a deletion it resolves the remote's name locally, so it gets a local one.
          const ref = from ?? 'HEAD';
          const result = await isomorphic.push({
            ...over(repository),
            ref,
            remoteRef: to,
            force,
            delete: from === undefined,
          });
          if (!result.ok) throw new Error(`${to}: ${result.error ?? 'not ok'}`);
        }
      }),
  };
}

async function outcome(action: () => Promise<unknown>): Promise<ClientOutcome> {
  try {
    await action();
    return { ok: true, message: '' };
  } catch (cause) {
    if (cause instanceof ConformanceFailure) throw cause;
    return { ok: false, message: getMessage(cause) };
  }
}

const getMessage = (cause: unknown) =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
