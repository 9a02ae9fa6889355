import type { NamespaceSeed, RepositorySeed } from '../../../spec/seed-file/account-seed.ts';
import { artifactsLimits, defaultBranchName, nameKey } from '../../../spec/services/artifacts/limits.ts';
import { tokenHash } from '../../services/artifacts/artifacts-parts.ts';
import { loadGit } from '../../services/artifacts/load-git.ts';
import { createNamespace, deleteNamespace } from '../../services/artifacts/namespaces/manage-namespaces.ts';
import {
  dropRepository,
  finishRepository,
  reserveRepository,
} from '../../services/artifacts/repositories/new-repository.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { StoredRepository } from '../../world/artifacts-shelf.ts';
import { Dependent, SeedFault } from './seed-problem.ts';
import type { SeedSpot } from './seed-scene.ts';
import { contentBytes } from './seeded-objects.ts';

/** Puts a namespace in, and its repositories. */
export async function applyNamespace(
  spot: SeedSpot,
  account: AccountTenant,
  seed: NamespaceSeed,
): Promise<void> {
  const { parts: of, undo } = spot.scene;
  const { artifacts: parts } = of;
  if (spot.scene.keepsRepositories) return;
  const { name, jurisdiction } = seed;
  spot.scene.takeOnce(spot.document, 'namespace', nameKey(name));
  const known = account.artifacts.namespaces.get(nameKey(name));
  if (!known) {
    await createNamespace(parts, account, name, jurisdiction);
    undo.push(() => deleteNamespace(parts, account, name));
  } else if (jurisdiction !== undefined && jurisdiction !== known.jurisdiction) {
    throw new SeedFault(
      `the namespace ${name} is there already, with the jurisdiction ${known.jurisdiction}`,
      ['jurisdiction'],
    );
  }
  await spot.each('repositories', seed.repositories, (item, at) => applyRepository(at, account, name, item));
}

/** Puts a repository in, with its first commit and its tokens, as an import does it. */
async function applyRepository(
  spot: SeedSpot,
  account: AccountTenant,
  namespace: string,
  seed: RepositorySeed,
): Promise<void> {
  const { artifacts: parts, world } = spot.scene.parts;
  const { name, description, read_only: readOnly, default_branch: defaultBranch } = seed;
  const input = { namespace, name, description, readOnly, defaultBranch };
  const source = { status: 'importing', source: null } as const;
  const repository = reserveRepository(parts, account, input, source);
  try {
    const storage = await parts.registry.createStorage(repository);
    const files = await getFiles(spot, seed);
    if (files.length > 0) {
      const [{ writeFirstCommit }, { gitCodec: codec }] = await Promise.all([
        import('../../engines/git/repository/first-commit.ts'),
        loadGit(),
      ]);
      const { message = 'First commit', author = defaultAuthor, at } = seed.commit ?? {};
      const seconds = Math.floor((at === undefined ? world.clock.now() : Date.parse(at)) / 1000);
      const branch = defaultBranch ?? defaultBranchName;
      await spot
        .at('files')
        .put(() => writeFirstCommit(storage, { codec, branch, files, message, author, seconds }));
    }
    await parts.registry.adopt(repository, storage);
    await finishRepository(parts, account, { repository, namespace });
    spot.scene.undo.push(() => dropRepository(parts, account, repository));
  } catch (error) {
    await dropRepository(parts, account, repository);
    throw error;
  }
  await spot.each('tokens', seed.tokens, (token) => applyToken(spot, account, repository, token));
}

const defaultAuthor = { name: 'Touchstone', email: 'touchstone@example.localhost' };

async function getFiles(spot: SeedSpot, { files = {} }: RepositorySeed) {
  const read = await Promise.all(
    Object.entries(files).map(([path, file]) =>
      spot.at('files', path).put(async () => ({
        path,
        bytes: await contentBytes(file, spot.document),
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
  { scene }: SeedSpot,
  { artifacts }: AccountTenant,
  { id: repositoryId }: StoredRepository,
  { value, scope = 'write', expires_at }: NonNullable<RepositorySeed['tokens']>[number],
): Promise<void> {
  const { world, artifacts: parts } = scene.parts;
  const hash = await tokenHash(value);
  if (hash === undefined || artifacts.tokens.byKey(hash)) {
    throw new SeedFault('another repository is opened by this token', ['value']);
  }
  const createdAt = world.clock.now();
  const expiresAt =
    expires_at === undefined ? createdAt + artifactsLimits.ttl.max * 1000 : Date.parse(expires_at);
  const id = world.ids.base36(16);
  artifacts.tokens.put({ id, repositoryId, hash, scope, createdAt, expiresAt, revoked: false });
  await parts.keeper.save();
}
