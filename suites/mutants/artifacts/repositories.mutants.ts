import { defineMutants } from '../mutant.ts';

const views = 'mock/services/artifacts/repositories/repository-views.ts';
const create = 'mock/services/artifacts/repositories/new-repository.ts';
const tokens = 'mock/services/artifacts/tokens/manage-tokens.ts';

const minted = 'mintToken(world, account, repository, wish);';

/** Repositories and their tokens as the API has them. */
export const repositoryMutants = defineMutants([
  {
    id: 'makes-repositories-in-the-default-namespace',
    requirement: 'AR-REPO-1',
    does: 'It makes every repository in the namespace default.',
    file: create,
    replace: 'reserveRepository(parts, account, wish, {',
    by: "reserveRepository(parts, account, { ...wish, namespace: 'default' }, {",
  },
  {
    id: 'reads-a-number-for-an-id',
    requirement: 'AR-REPO-2',
    does: 'It answers a GET with another id than a creation: how many repositories there were before.',
    file: views,
    replace:
      'return {\n    id,\n    name,\n    description,\n    default_branch: defaultBranch,\n    created_at',
    by: "return {\n    id: String(repository.sequence).padStart(16, '0'),\n    name,\n    description,\n    default_branch: defaultBranch,\n    created_at",
  },
  {
    id: 'answers-a-creation-with-the-whole-name',
    requirement: 'AR-REPO-3',
    does: 'It answers a creation with the name of the namespace before that of the repository.',
    file: views,
    replace: 'return { id, name, description, default_branch: defaultBranch, remote, token };',
    by: "return { id, name: repository.namespace + '/' + name, description, default_branch: defaultBranch, remote, token };",
  },
  {
    id: 'answers-a-creation-with-a-remote-of-ssh',
    requirement: 'AR-REPO-4',
    does: 'It answers a creation with a remote for Git over SSH.',
    file: views,
    replace: 'const remote = remoteOf(origin, account, repository);',
    by: "const remote = remoteOf(origin.replace(/^https?/, 'ssh'), account, repository);",
  },
  {
    id: 'reads-the-address-of-a-page-for-a-remote',
    requirement: 'AR-REPO-5',
    does: 'It answers a GET with the address of a page about the repository in place of its remote.',
    file: views,
    replace: '    remote: remoteOf(origin, account, repository),',
    by: "    remote: remoteOf(origin, account, repository).replace(/\\.git$/, ''),",
  },
  {
    id: 'finds-repositories-in-every-namespace',
    requirement: 'AR-REPO-8',
    does: 'It finds a repository of another namespace where the one that is asked for has none of its name.',
    file: 'mock/services/artifacts/find-repository.ts',
    replace: 'const repository = shelf.repository(namespaceKey(namespace), nameKey(name));',
    by: `const repository =
    shelf.repository(namespaceKey(namespace), nameKey(name)) ??
    shelf.repositories.list().find(({ key }) => key === nameKey(name));`,
  },
  {
    id: 'mints-tokens-to-write-alone',
    requirement: 'AR-TOKEN-1',
    does: 'It mints a token to write, whatever is asked for.',
    file: tokens,
    replace: minted,
    by: "mintToken(world, account, repository, { ...wish, scope: 'write' });",
  },
  {
    id: 'mints-tokens-to-read-alone',
    requirement: 'AR-TOKEN-2',
    does: 'It mints a token to read, whatever is asked for.',
    file: tokens,
    replace: minted,
    by: "mintToken(world, account, repository, { ...wish, scope: 'read' });",
  },
]);
