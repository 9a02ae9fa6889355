import type {
  CreatedRepo,
  ListedRepo,
  Namespace,
  ReadCommit,
  ReadTreeEntry,
  Repo,
  TokenScope,
} from '../../../../spec/services/artifacts/schemas.ts';
import { send } from '../../api.ts';
import { type Session, unrecorded } from '../../session.ts';
import { parseRefs, type Refs } from './refs.ts';

/** Largest page of a list. */
const pageSize = 200;

const namespacesOf = ({ account }: Session) => `accounts/${account.id}/artifacts/namespaces`;

/** A namespace with its repositories. */
export interface NamespaceContent extends Namespace {
  readonly repos: readonly ListedRepo[];
}

/** The namespaces of the account with their repositories, the newest first. */
export async function getNamespaces(session: Session): Promise<readonly NamespaceContent[]> {
  const namespaces = namespacesOf(session);
  const { result } = await session.v4<readonly Namespace[]>(`${namespaces}?limit=${pageSize}`);
  return Promise.all(
    result.map(async (namespace) => {
      const path = `${namespaces}/${encodeURIComponent(namespace.namespace)}/repos?limit=${pageSize}`;
      const { result: repos } = await session.v4<readonly ListedRepo[]>(path);
      return { ...namespace, repos };
    }),
  );
}

/** Creates a repository, and its namespace with it. */
export async function createRepository(
  session: Session,
  namespace: string,
  body: { readonly name: string; readonly description?: string },
): Promise<CreatedRepo> {
  const path = `${namespacesOf(session)}/${encodeURIComponent(namespace)}/repos`;
  return (await session.v4<CreatedRepo>(path, { body })).result;
}

/** The calls for one repository. */
export interface RepositoryCalls {
  read(): Promise<Repo>;
  /** @param ref short name, or hash of a commit */
  log(ref: string, limit: number): Promise<readonly ReadCommit[]>;
  commit(hash: string): Promise<ReadCommit>;
  tree(hash: string): Promise<readonly ReadTreeEntry[]>;
  blob(hash: string): Promise<Blob>;
  /** Branches and tags. The API has no list of them, so Git itself is asked, with a token for a minute. */
  refs(remote: string): Promise<Refs>;
  /** A token for Git. */
  createToken(scope: TokenScope): Promise<string>;
  remove(): Promise<unknown>;
}

export function openRepository(session: Session, namespace: string, name: string): RepositoryCalls {
  const { v4, fetchV4 } = session;
  const space = `${namespacesOf(session)}/${encodeURIComponent(namespace)}`;
  const repo = `${space}/repos/${encodeURIComponent(name)}`;
  const result = async <T>(path: string) => (await v4<T>(`${repo}${path}`)).result;
  const makeToken = async (body: object) =>
    (await v4<{ id: string; plaintext: string }>(`${space}/tokens`, { body: { repo: name, ...body } }))
      .result;
  return {
    read: () => result(''),
    log: (ref, limit) => result(`/log?${new URLSearchParams({ ref, limit: String(limit) })}`),
    commit: (hash) => result(`/commit/${hash}`),
    tree: (hash) => result(`/tree/${hash}`),
    blob: async (hash) => (await fetchV4(`${repo}/blob/${hash}`)).blob(),
    async refs(remote) {
      const { id, plaintext: token } = await makeToken({ scope: 'read', ttl: 60 });
      // The console may be open under another name of this server.
      const path = `${new URL(remote).pathname}/info/refs?service=git-upload-pack`;
      const answer = await send(path, { token, headers: unrecorded });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      await v4(`${space}/tokens/${id}`, { method: 'DELETE' });
      return parseRefs(bytes);
    },
    createToken: async (scope) => (await makeToken({ scope })).plaintext,
    remove: () => v4(repo, { method: 'DELETE' }),
  };
}
