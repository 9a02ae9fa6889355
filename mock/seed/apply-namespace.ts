import type { NamespaceSeed, RepositorySeed } from '../../spec/seed-file/account-seed.ts';
import { artifactsLimits, defaultBranchName, nameKey } from '../../spec/services/artifacts/limits.ts';
import { tokenHash } from '../services/artifacts/artifacts-parts.ts';
import { loadGit } from '../services/artifacts/load-git.ts';
import { createNamespace, deleteNamespace } from '../services/artifacts/namespaces/manage-namespaces.ts';
import {
  dropRepository,
  finishRepository,
  reserveRepository,
} from '../services/artifacts/repositories/new-repository.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { StoredRepository } from '../world/artifacts-shelf.ts';
import { Dependent, SeedFault } from './seed-problem.ts';
import type { SeedCursor } from './seed-scene.ts';
import { contentBytes } from './seeded-objects.ts';

/** Adds a namespace with its repositories. */
export async function applyNamespace(
  cursor: SeedCursor,
  account: AccountTenant,
  seed: NamespaceSeed,
): Promise<void> {
  const { parts: of, undo } = cursor.scene;
  const { artifacts: parts } = of;
  if (cursor.scene.keepsRepositories) return;
  const { name, jurisdiction } = seed;
  cursor.scene.takeOnce(cursor.document, 'namespace', nameKey(name));
  const known = account.artifacts.namespaces.get(nameKey(name));
  if (!known) {
    await createNamespace(parts, account, name, jurisdiction);
    undo.push(() => deleteNamespace(parts, account, name));
  } else if (jurisdiction !== undefined && jurisdiction !== known.jurisdiction) {
    throw new SeedFault(`the namespace ${name} already exists, with the jurisdiction ${known.jurisdiction}`, [
      'jurisdiction',
    ]);
  }
  await cursor.each('repositories', seed.repositories, (item, at) =>
    applyRepository(at, account, name, item),
  );
}

/** Adds a repository with its first commit and its tokens, like an import. */
async function applyRepository(
  cursor: SeedCursor,
  account: AccountTenant,
  namespace: string,
  seed: RepositorySeed,
): Promise<void> {
  const { artifacts: parts, world } = cursor.scene.parts;
  const { name, description, read_only: readOnly, default_branch: defaultBranch } = seed;
  const input = { namespace, name, description, readOnly, defaultBranch };
  const source = { status: 'importing', source: null } as const;
  const repository = reserveRepository(parts, account, input, source);
  try {
    const storage = await parts.registry.createStorage(repository);
    const files = await getFiles(cursor, seed);
    if (files.length > 0) {
      const [{ writeFirstCommit }, { gitCodec: codec }] = await Promise.all([
        import('../engines/git/repository/first-commit.ts'),
        loadGit(),
      ]);
      const { message = 'First commit', author = defaultAuthor, at } = seed.commit ?? {};
      const seconds = Math.floor((at === undefined ? world.clock.now() : Date.parse(at)) / 1000);
      const branch = defaultBranch ?? defaultBranchName;
      await cursor
        .at('files')
        .put(() => writeFirstCommit(storage, { codec, branch, files, message, author, seconds }));
    }
    await parts.registry.adopt(repository, storage);
    await finishRepository(parts, account, { repository, namespace });
    cursor.scene.undo.push(() => dropRepository(parts, account, repository));
  } catch (error) {
    await dropRepository(parts, account, repository);
    throw error;
  }
  await cursor.each('tokens', seed.tokens, (token) => applyToken(cursor, account, repository, token));
}

const defaultAuthor = { name: 'Touchstone', email: 'touchstone@example.localhost' };

async function getFiles(cursor: SeedCursor, { files = {} }: RepositorySeed) {
  const read = await Promise.all(
    Object.entries(files).map(([path, file]) =>
      cursor.at('files', path).put(async () => ({
        path,
        bytes: await contentBytes(file, cursor.document),
        executable: typeof file === 'object' && file.executable === true,
      })),
    ),
  );
  const found = read.filter((file) => file !== undefined);
  if (found.length < read.length) throw new Dependent();
  return found;
}

/** @throws SeedFault */
async function applyToken(
  { scene }: SeedCursor,
  { artifacts }: AccountTenant,
  { id: repositoryId }: StoredRepository,
  { value, scope = 'write', expires_at }: NonNullable<RepositorySeed['tokens']>[number],
): Promise<void> {
  const { world } = scene.parts;
  const hash = await tokenHash(value);
  if (hash === undefined || artifacts.tokens.byKey(hash)) {
    throw new SeedFault('this token already opens another repository', ['value']);
  }
  const createdAt = world.clock.now();
  const expiresAt =
    expires_at === undefined ? createdAt + artifactsLimits.ttl.max * 1000 : Date.parse(expires_at);
  const id = world.ids.base36(16);
  artifacts.tokens.put({ id, repositoryId, hash, scope, createdAt, expiresAt, revoked: false });
  await world.keeper?.sync();
}
