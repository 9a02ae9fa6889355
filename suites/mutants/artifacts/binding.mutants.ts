import { defineMutants } from '../mutant.ts';

const binding = 'mock/bindings/artifacts/artifacts-binding.ts';
const handle = 'mock/bindings/artifacts/repo-handle.ts';
const views = 'mock/bindings/artifacts/repo-handle.ts';

/** Repositories as Worker code has them. */
export const repositoryBindingMutants = defineMutants([
  {
    id: 'binds-repositories-in-lower-case',
    requirement: 'AR-BIND-1',
    does: 'It gives Worker code its repositories under the name of the variable in lower case.',
    file: 'mock/bindings/bindings.ts',
    replace: 'bind(binding, createArtifactsBinding(',
    by: 'bind(binding.toLowerCase(), createArtifactsBinding(',
  },
  {
    id: 'asks-worker-code-for-a-token',
    requirement: 'AR-BIND-2',
    does: 'It lets Worker code make repositories with an API token only.',
    file: binding,
    replace: 'async create(name, { readOnly, description, setDefaultBranch } = {}) {',
    by: `async create(name, { readOnly, description, setDefaultBranch, token } = {}) {
      if (token === undefined) throw new Error('Authentication error');`,
  },
  {
    id: 'makes-repositories-of-workers-elsewhere',
    requirement: 'AR-BIND-3',
    does: 'It makes the repositories of Worker code in a namespace beside its own.',
    file: binding,
    replace: 'const wish = { namespace, name, description, readOnly, defaultBranch: setDefaultBranch };',
    by: 'const wish = { namespace: namespace + "-worker", name, description, readOnly, defaultBranch: setDefaultBranch };',
  },
  {
    id: 'lets-worker-tokens-of-reading-write',
    requirement: 'AR-BIND-4',
    does: 'It makes each token of Worker code one for writing.',
    file: handle,
    replace: 'const wish = { namespace, repo: name, scope, ttl };',
    by: "const wish = { namespace, repo: name, scope: 'write', ttl };",
  },
  {
    id: 'keeps-worker-tokens-from-writing',
    requirement: 'AR-BIND-5',
    does: 'It makes each token of Worker code one for reading.',
    file: handle,
    replace: 'const wish = { namespace, repo: name, scope, ttl };',
    by: "const wish = { namespace, repo: name, scope: 'read', ttl };",
  },
  {
    id: 'knows-repositories-of-workers-alone',
    requirement: 'AR-BIND-6',
    does: 'It finds for Worker code only what Worker code made.',
    file: binding,
    replace: 'await calling(() => findRepository(parts.account().artifacts, namespace, name), { name });',
    by: 'await calling(() => findRepository(parts.account().artifacts, own.has(name) ? namespace : namespace + "-worker", name), { name });',
    and: [
      {
        file: binding,
        replace: 'const { artifacts, namespace } = parts;',
        by: 'const { artifacts, namespace } = parts; const own = new Set();',
      },
      { file: binding, replace: 'assertBranch(setDefaultBranch);', by: 'own.add(name);' },
    ],
  },
  {
    id: 'does-not-tell-what-a-new-repository-is-about',
    requirement: 'AR-BIND-7',
    does: 'It tells Worker code of a new repository that it has no description.',
    file: views,
    replace: 'return { id, name, description, defaultBranch, remote',
    by: 'return { id, name, description: null, defaultBranch, remote',
  },
  {
    id: 'counts-the-page-for-the-list',
    requirement: 'AR-BIND-8',
    does: 'It counts the repositories of the page, not all.',
    file: binding,
    replace: 'const total = account.artifacts.repositoriesOf(namespaceKey(namespace)).length;',
    by: 'const total = page.items.length;',
  },
  {
    id: 'says-that-it-deleted-what-is-not-there',
    requirement: 'AR-BIND-9',
    does: 'It says of a repository that is not there that it was deleted.',
    file: binding,
    replace: '=== null) return false;',
    by: '=== null) return true;',
  },
  {
    id: 'remembers-what-it-told-of-a-name',
    requirement: 'AR-BIND-10',
    does: 'It tells of a repository what it told first of one of that name.',
    file: handle,
    replace: 'info: () => call(() => repoInfo(parts, parts.account(), find())),',
    by: `info: () => call(() => {
      const found = repoInfo(parts, parts.account(), find());
      if (!told.has(name)) told.set(name, found);
      return told.get(name);
    }),`,
    and: [
      {
        file: handle,
        replace: '/** One repository, by its name',
        by: 'const told = new Map();\n\n/** One repository, by its name',
      },
    ],
  },
  {
    id: 'lists-tokens-that-were-taken-back',
    requirement: 'AR-BIND-11',
    does: 'It lists tokens that were taken back.',
    file: handle,
    replace: "state: 'active' } as const",
    by: "state: 'all' } as const",
  },
  {
    id: 'makes-worker-tokens-for-a-year',
    requirement: 'AR-BIND-12',
    does: 'It makes tokens that last as long as tokens may, where Worker code says nothing.',
    file: handle,
    replace: 'ttl = artifactsLimits.ttl.default',
    by: 'ttl = artifactsLimits.ttl.max',
  },
  {
    id: 'forks-without-commits',
    requirement: 'AR-BIND-13',
    does: 'It makes an empty repository for a fork of Worker code.',
    file: handle,
    replace: 'import { forkRepository, type NewRepository }',
    by: 'import { createRepository as forkRepository, type NewRepository }',
  },
  {
    id: 'throws-for-a-tree-that-is-not-there',
    requirement: 'AR-BIND-14',
    does: 'It throws for a tree that is not there.',
    file: handle,
    replace: "'artifacts-tree-unknown'",
    by: "'artifacts-blob-unknown'",
  },
  {
    id: 'logs-the-default-branch-whatever-is-asked-for',
    requirement: 'AR-BIND-15',
    does: 'It lists the commits of the default branch for a ref that is not there.',
    file: 'mock/services/artifacts/reading/reading-handlers.ts',
    replace: 'readLog(repository, { ...query, ref: query.ref ?? defaultBranch }),',
    by: `{
      const commits = readLog(repository, { ...query, ref: query.ref ?? defaultBranch });
      return commits.length > 0 ? commits : readLog(repository, { ...query, ref: defaultBranch });
    },`,
  },
  {
    id: 'numbers-errors-of-workers-by-itself',
    requirement: 'AR-BIND-16',
    does: 'It gives the errors of Worker code numbers that REST does not have.',
    file: 'mock/bindings/artifacts/binding-call.ts',
    replace: 'this.numericCode = artifactsErrorCodes[code];',
    by: 'this.numericCode = artifactsErrorCodes[code] + 1_000;',
  },
]);
