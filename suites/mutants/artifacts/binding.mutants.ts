import { defineMutants, mutant } from '../mutant.ts';

const binding = 'mock/bindings/artifacts/artifacts-binding.ts';
const handle = 'mock/bindings/artifacts/repo-handle.ts';
const views = 'mock/bindings/artifacts/repo-handle.ts';

/** Repositories through the binding of a Worker. */
export const repositoryBindingMutants = defineMutants([
  mutant('AR-BIND-1', 'binds-repositories-in-lower-case', {
    file: 'mock/bindings/bindings.ts',
    replace: 'bind(binding, createArtifactsBinding(',
    by: 'bind(binding.toLowerCase(), createArtifactsBinding(',
  }),
  mutant('AR-BIND-2', 'asks-worker-code-for-a-token', {
    file: binding,
    replace: 'async create(name, { readOnly, description, setDefaultBranch } = {}) {',
    by: `async create(name, { readOnly, description, setDefaultBranch, token } = {}) {
      if (token === undefined) throw new Error('Authentication error');`,
  }),
  mutant('AR-BIND-3', 'makes-repositories-of-workers-elsewhere', {
    file: binding,
    replace: 'const input = { namespace, name, description, readOnly, defaultBranch: setDefaultBranch };',
    by: 'const input = { namespace: namespace + "-worker", name, description, readOnly, defaultBranch: setDefaultBranch };',
  }),
  mutant('AR-BIND-4', 'lets-worker-tokens-of-reading-write', {
    file: handle,
    replace: 'const input = { namespace, repo: name, scope, ttl };',
    by: "const input = { namespace, repo: name, scope: 'write', ttl };",
  }),
  mutant('AR-BIND-5', 'keeps-worker-tokens-from-writing', {
    file: handle,
    replace: 'const input = { namespace, repo: name, scope, ttl };',
    by: "const input = { namespace, repo: name, scope: 'read', ttl };",
  }),
  mutant('AR-BIND-6', 'knows-repositories-of-workers-alone', {
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
  }),
  mutant('AR-BIND-7', 'does-not-tell-what-a-new-repository-is-about', {
    file: views,
    replace: 'return { id, name, description, defaultBranch, remote',
    by: 'return { id, name, description: null, defaultBranch, remote',
  }),
  mutant('AR-BIND-8', 'counts-the-page-for-the-list', {
    file: binding,
    replace: 'const total = account.artifacts.getRepositories(namespaceKey(namespace)).length;',
    by: 'const total = page.items.length;',
  }),
  mutant('AR-BIND-9', 'says-that-it-deleted-what-is-not-there', {
    file: binding,
    replace: '=== null) return false;',
    by: '=== null) return true;',
  }),
  mutant('AR-BIND-10', 'remembers-what-it-told-of-a-name', {
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
        replace: '/** A handle of one repository by name',
        by: 'const told = new Map();\n\n/** A handle of one repository by name',
      },
    ],
  }),
  mutant('AR-BIND-11', 'lists-tokens-that-were-taken-back', {
    file: handle,
    replace: "state: 'active' } as const",
    by: "state: 'all' } as const",
  }),
  mutant('AR-BIND-12', 'makes-worker-tokens-for-a-year', {
    file: handle,
    replace: 'ttl = artifactsLimits.ttl.default',
    by: 'ttl = artifactsLimits.ttl.max',
  }),
  mutant('AR-BIND-13', 'forks-without-commits', {
    file: handle,
    replace: 'import { forkRepository, type NewRepository }',
    by: 'import { createRepository as forkRepository, type NewRepository }',
  }),
  mutant('AR-BIND-14', 'throws-for-a-tree-that-is-not-there', {
    file: handle,
    replace: "'artifacts-tree-unknown'",
    by: "'artifacts-blob-unknown'",
  }),
  mutant('AR-BIND-15', 'logs-the-default-branch-whatever-is-asked-for', {
    file: 'mock/services/artifacts/reading/reading-handlers.ts',
    replace: 'readLog(repository, { ...query, ref: query.ref ?? defaultBranch }),',
    by: `{
      const commits = readLog(repository, { ...query, ref: query.ref ?? defaultBranch });
      return commits.length > 0 ? commits : readLog(repository, { ...query, ref: defaultBranch });
    },`,
  }),
  mutant('AR-BIND-16', 'numbers-errors-of-workers-by-itself', {
    file: 'mock/bindings/artifacts/binding-call.ts',
    replace: 'this.numericCode = artifactsErrorCodes[code];',
    by: 'this.numericCode = artifactsErrorCodes[code] + 1_000;',
  }),
]);
