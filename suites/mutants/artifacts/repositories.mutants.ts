import { defineMutants, mutant } from '../mutant.ts';

const views = 'mock/services/artifacts/repositories/repository-views.ts';
const create = 'mock/services/artifacts/repositories/new-repository.ts';
const tokens = 'mock/services/artifacts/tokens/manage-tokens.ts';

const found = 'const repository = shelf.repository(namespaceKey(namespace), nameKey(name));';
const minted = 'mintToken(world, account, repository, input);';

/** Repositories and their tokens in the API. */
export const repositoryMutants = defineMutants([
  mutant('AR-REPO-1', 'makes-repositories-in-the-default-namespace', {
    file: create,
    replace: 'reserveRepository(parts, account, input, {',
    by: "reserveRepository(parts, account, { ...input, namespace: 'default' }, {",
  }),
  mutant('AR-REPO-2', 'reads-the-newest-repository-of-a-namespace', {
    file: 'mock/services/artifacts/artifacts-parts.ts',
    replace: found,
    by: `const known = shelf.repository(namespaceKey(namespace), nameKey(name));
  const repository = known && shelf.getRepositories(namespaceKey(namespace)).at(-1);`,
  }),
  mutant('AR-REPO-3', 'answers-a-creation-with-the-whole-name', {
    file: views,
    replace: 'return { id, name, description, default_branch: defaultBranch, remote, token };',
    by: "return { id, name: repository.namespace + '/' + name, description, default_branch: defaultBranch, remote, token };",
  }),
  mutant('AR-REPO-4', 'answers-a-creation-with-a-remote-of-ssh', {
    file: views,
    replace: 'const remote = getRemote(origin, account, repository);',
    by: "const remote = getRemote(origin.replace(/^https?/, 'ssh'), account, repository);",
  }),
  mutant('AR-REPO-5', 'reads-the-address-of-a-page-for-a-remote', {
    file: views,
    replace: '    remote: getRemote(origin, account, repository),',
    by: "    remote: getRemote(origin, account, repository).replace(/\\.git$/, '/about'),",
  }),
  mutant('AR-REPO-8', 'finds-repositories-in-every-namespace', {
    file: 'mock/services/artifacts/artifacts-parts.ts',
    replace: found,
    by: `const repository =
    shelf.repository(namespaceKey(namespace), nameKey(name)) ??
    shelf.repositories.list().find(({ key }) => key === nameKey(name));`,
  }),
  mutant('AR-TOKEN-1', 'mints-tokens-to-write-alone', {
    file: tokens,
    replace: minted,
    by: "mintToken(world, account, repository, { ...input, scope: 'write' });",
  }),
  mutant('AR-TOKEN-2', 'mints-tokens-to-read-alone', {
    file: tokens,
    replace: minted,
    by: "mintToken(world, account, repository, { ...input, scope: 'read' });",
  }),
]);

const authorize = 'mock/api/access/authorize.ts';
const authenticate = 'mock/api/access/authorize.ts';
const plane = 'mock/services/artifacts/git-plane/git-plane.ts';
const findToken = 'mock/services/artifacts/git-plane/git-plane.ts';

const lacks = '!anyOf.some((name) => actor.permissions.has(name))';
const noCredentials = "if (!texts) throw new GitRefusal(refusals['no-credentials']);";
const lookUp = 'const opened = await findGitToken(world, place, texts);';
const importOf = (levels: string) => `import { worldDefaults } from '${levels}world/defaults.ts';\n`;

/** Which credentials authorize Git requests, and which API requests. */
export const accessMutants = defineMutants([
  mutant('AR-AUTH-1', 'wants-to-edit-of-who-reads-repositories', {
    file: authorize,
    replace: lacks,
    by: `(${lacks} || (anyOf.includes('Artifacts Read') && !actor.permissions.has('Artifacts Edit')))`,
  }),
  mutant('AR-AUTH-2', 'lets-who-reads-repositories-change-them', {
    file: authorize,
    replace: lacks,
    by: `${lacks} && !(anyOf[0] === 'Artifacts Edit' && actor.permissions.has('Artifacts Read'))`,
  }),
  mutant('AR-AUTH-3', 'lets-nobody-edit-by-token', {
    file: authorize,
    replace: lacks,
    by: `(${lacks} || (actor.scheme === 'api_token' && anyOf.length === 1 && anyOf[0] === 'Artifacts Edit'))`,
  }),
  mutant('AR-AUTH-4', 'opens-git-to-anybody-with-basic-credentials-alone', {
    file: 'mock/services/artifacts/git-plane/git-plane.ts',
    replace: 'return [value];',
    by: 'return [];',
  }),
  mutant('AR-AUTH-5', 'opens-git-to-api-tokens', {
    file: findToken,
    replace: '  }\n  return undefined;\n}',
    by: `  }
  const [token] = texts.includes(worldDefaults.apiToken) ? shelf.getTokens(repository.id) : [];
  return token && { repository, token };
}`,
    and: [
      {
        file: findToken,
        replace: "import { getState } from '../tokens",
        by: `${importOf('../../../')}import { getState } from '../tokens`,
      },
    ],
  }),
  mutant('AR-AUTH-6', 'opens-the-api-to-tokens-of-repositories', {
    file: authenticate,
    replace: 'credentials.byToken(token);',
    by: "credentials.byToken(token.startsWith('art_v2_') ? worldDefaults.apiToken : token);",
    and: [
      {
        file: authenticate,
        replace: "import { ApiError } from '../../../spec/errors.ts';",
        by: `${importOf('../../')}import { ApiError } from '../../../spec/errors.ts';`,
      },
    ],
  }),
  mutant('AR-AUTH-7', 'lets-everybody-read-repositories', {
    file: plane,
    replace: noCredentials,
    by: `const service = 'service' in route ? route.service : undefined;
    if (!texts && service !== 'git-upload-pack') throw new GitRefusal(refusals['no-credentials']);`,
    and: [
      {
        file: plane,
        replace: lookUp,
        by: `const shelf = world.accounts.get(place.accountId)?.artifacts;
    const open = shelf?.repository(place.namespace.toLowerCase(), place.repo.toLowerCase());
    const opened = texts
      ? await findGitToken(world, place, texts)
      : open && { repository: open, token: { scope: 'read' } };`,
      },
    ],
  }),
  mutant('AR-AUTH-18', 'opens-repositories-to-nobody-in-particular', {
    file: authenticate,
    replace: "if (address === null || key === null) throw new ApiError('credentials-missing');",
    by: `if (address === null || key === null)
    return {
      id: '',
      scheme: 'api_key',
      email: 'nobody@example.com',
      status: 'active',
      permissions: { has: (name: string) => name.startsWith('Artifacts') } as never,
      accounts: 'all',
      zones: 'all',
    };`,
  }),
  mutant('AR-TOKEN-22', 'opens-every-repository-with-any-token', {
    file: findToken,
    replace: 'token?.repositoryId === repository.id && ',
    by: 'token && ',
  }),
]);

const opening = 'trace.target = { route, repository, accountId: place.accountId };';
const readOnly = "throw new GitRefusal(gitRefusals['read-only-token']);";
const asksFor = (scope: 'read' | 'write') =>
  `token.scope === '${scope}' && route.service === 'git-upload-pack' && route.step !== 'advertise'`;
const haves = '/have [0-9a-f]{40}/.test(await request.clone().text())';
/** Number of fetches per token: one less than a client needs to clone, fetch and pull. */
const counted = (scope: 'read' | 'write') => ({
  file: plane,
  replace: opening,
  by: `if (${asksFor(scope)}) {
      const times = (used.get(token.id) ?? 0) + 1;
      used.set(token.id, times);
      if (times > 2) ${readOnly}
    }
    ${opening}`,
  and: [
    {
      file: plane,
      replace: '  const refusals = getRefusals(world);',
      by: '  const refusals = getRefusals(world);\n  const used = new Map<string, number>();',
    },
  ],
});

/** Repositories for Git clients. */
export const gitMutants = defineMutants([
  mutant('AR-GIT-1', 'names-the-service-in-other-words', {
    file: 'mock/engines/git/advertise/advertisement.ts',
    replace: 'writer.line(`# service',
    by: 'writer.line(`# serves',
  }),
  mutant('AR-GIT-2', 'lets-read-tokens-clone-nothing', {
    file: plane,
    replace: opening,
    by: `if (${asksFor('read')} && !${haves}) ${readOnly}\n    ${opening}`,
  }),
  mutant('AR-GIT-3', 'lets-read-tokens-fetch-nothing-onto-a-clone', {
    file: plane,
    replace: opening,
    by: `if (${asksFor('read')} && ${haves}) ${readOnly}\n    ${opening}`,
  }),
  mutant('AR-GIT-4', 'lets-read-tokens-pull-no-more-than-a-few-times', counted('read')),
  mutant('AR-GIT-5', 'lets-read-tokens-push', {
    file: plane,
    replace: "token.scope !== 'write'",
    by: 'false',
  }),
  mutant('AR-GIT-6', 'lets-write-tokens-clone-nothing', {
    file: plane,
    replace: opening,
    by: `if (${asksFor('write')} && !${haves}) ${readOnly}\n    ${opening}`,
  }),
  mutant('AR-GIT-7', 'lets-write-tokens-fetch-nothing-onto-a-clone', {
    file: plane,
    replace: opening,
    by: `if (${asksFor('write')} && ${haves}) ${readOnly}\n    ${opening}`,
  }),
  mutant('AR-GIT-8', 'lets-write-tokens-pull-no-more-than-a-few-times', counted('write')),
  mutant('AR-GIT-9', 'reports-pushes-that-move-nothing', {
    file: 'mock/engines/git/receive-pack/judge-commands.ts',
    replace: 'return [...this.#changed].map((',
    by: 'return [...this.#changed].filter(([name, to]) => !to || !this.#at.refs.has(name)).map((',
  }),
]);
