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
    file: 'mock/services/artifacts/artifacts-parts.ts',
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

const authorize = 'mock/access/authorize.ts';
const authenticate = 'mock/access/authorize.ts';
const plane = 'mock/services/artifacts/git-plane/git-plane.ts';
const findToken = 'mock/services/artifacts/git-plane/git-plane.ts';

const lacks = '!anyOf.some((name) => actor.permissions.has(name))';
const noCredentials = "if (!texts) return refuse(gitRefusals['no-credentials']);";
const found = 'const opened = await findGitToken(world, place, texts);';
const importOf = (levels: string) => `import { worldDefaults } from '${levels}world/defaults.ts';\n`;

/** Which tokens open repositories, and which the API. */
export const accessMutants = defineMutants([
  {
    id: 'wants-to-edit-of-who-reads-repositories',
    requirement: 'AR-AUTH-1',
    does: 'It asks of who reads repositories for the permission to edit them.',
    file: authorize,
    replace: lacks,
    by: `(${lacks} || (anyOf.includes('Artifacts Read') && !actor.permissions.has('Artifacts Edit')))`,
  },
  {
    id: 'lets-who-reads-repositories-change-them',
    requirement: 'AR-AUTH-2',
    does: 'It takes the permission to read repositories for one to edit them.',
    file: authorize,
    replace: lacks,
    by: `${lacks} && !(anyOf[0] === 'Artifacts Edit' && actor.permissions.has('Artifacts Read'))`,
  },
  {
    id: 'lets-nobody-edit-by-token',
    requirement: 'AR-AUTH-3',
    does: 'It takes changes of repositories from users with a key alone.',
    file: authorize,
    replace: lacks,
    by: `(${lacks} || (actor.scheme === 'api_token' && anyOf.length === 1 && anyOf[0] === 'Artifacts Edit'))`,
  },
  {
    id: 'opens-git-to-anybody-with-basic-credentials-alone',
    requirement: 'AR-AUTH-4',
    does: 'It takes the token of a repository as a password, and never as a Bearer token.',
    file: 'mock/services/artifacts/git-plane/git-plane.ts',
    replace: 'return [value];',
    by: 'return [];',
  },
  {
    id: 'opens-git-to-api-tokens',
    requirement: 'AR-AUTH-5',
    does: 'It opens every repository to the API token of its account.',
    file: findToken,
    replace: '  }\n  return undefined;\n}',
    by: `  }
  const [token] = texts.includes(worldDefaults.apiToken) ? shelf.tokensOf(repository.id) : [];
  return token && { repository, token };
}`,
    and: [
      {
        file: findToken,
        replace: "import { stateOf } from '../tokens",
        by: `${importOf('../../../')}import { stateOf } from '../tokens`,
      },
    ],
  },
  {
    id: 'opens-the-api-to-tokens-of-repositories',
    requirement: 'AR-AUTH-6',
    does: 'It takes the secret of a token of a repository for an API token.',
    file: authenticate,
    replace: 'credentials.byToken(token);',
    by: "credentials.byToken(token.startsWith('art_v2_') ? worldDefaults.apiToken : token);",
    and: [
      {
        file: authenticate,
        replace: "import { ApiError } from '../../spec/errors.ts';",
        by: `${importOf('../')}import { ApiError } from '../../spec/errors.ts';`,
      },
    ],
  },
  {
    id: 'lets-everybody-read-repositories',
    requirement: 'AR-AUTH-7',
    does: 'It lets everybody read repositories by Git, and asks for a token of who pushes.',
    file: plane,
    replace: noCredentials,
    by: `const service = 'service' in route ? route.service : undefined;
    if (!texts && service !== 'git-upload-pack') return refuse(gitRefusals['no-credentials']);`,
    and: [
      {
        file: plane,
        replace: found,
        by: `const shelf = world.accounts.get(place.accountId)?.artifacts;
    const open = shelf?.repository(place.namespace.toLowerCase(), place.repo.toLowerCase());
    const opened = texts
      ? await findGitToken(world, place, texts)
      : open && { repository: open, token: { scope: 'read' } };`,
      },
    ],
  },
]);

const opening = 'const repository = await registry.open(opened.repository);';
const readOnly = "return refused(gitRefusals['read-only-token']);";
const asksFor = (scope: 'read' | 'write') =>
  `opened.token.scope === '${scope}' && route.service === 'git-upload-pack' && route.step !== 'advertise'`;
const haves = '/have [0-9a-f]{40}/.test(await request.clone().text())';
/** How often a token may fetch: once less than a client does that clones, fetches and pulls. */
const counted = (scope: 'read' | 'write') => ({
  file: plane,
  replace: opening,
  by: `if (${asksFor(scope)}) {
      const times = (used.get(opened.token.id) ?? 0) + 1;
      used.set(opened.token.id, times);
      if (times > 2) ${readOnly}
    }
    ${opening}`,
  and: [
    {
      file: plane,
      replace: '  async function answer(',
      by: '  const used = new Map<string, number>();\n  async function answer(',
    },
  ],
});

/** Repositories as Git clients meet them. */
export const gitMutants = defineMutants([
  {
    id: 'names-the-service-in-other-words',
    requirement: 'AR-GIT-1',
    does: 'It names the service in words that no client of the old protocol knows.',
    file: 'mock/engines/git/advertise/advertisement.ts',
    replace: 'writer.line(`# service',
    by: 'writer.line(`# serves',
  },
  {
    id: 'lets-read-tokens-clone-nothing',
    requirement: 'AR-GIT-2',
    does: 'It lists refs to a token with the scope read, and gives objects to who has some already.',
    file: plane,
    replace: opening,
    by: `if (${asksFor('read')} && !${haves}) ${readOnly}\n    ${opening}`,
  },
  {
    id: 'lets-read-tokens-fetch-nothing-onto-a-clone',
    requirement: 'AR-GIT-3',
    does: 'It takes what a client says it has for more than a token with the scope read may say.',
    file: plane,
    replace: opening,
    by: `if (${asksFor('read')} && ${haves}) ${readOnly}\n    ${opening}`,
  },
  {
    id: 'lets-read-tokens-pull-no-more-than-a-few-times',
    requirement: 'AR-GIT-4',
    does: 'It lets a token with the scope read fetch twice and then no more.',
    ...counted('read'),
  },
  {
    id: 'lets-read-tokens-push',
    requirement: 'AR-GIT-5',
    does: 'It takes what a token with the scope read pushes.',
    file: plane,
    replace: "opened.token.scope !== 'write'",
    by: 'false',
  },
  {
    id: 'lets-write-tokens-clone-nothing',
    requirement: 'AR-GIT-6',
    does: 'It gives objects to a token with the scope write where a client has some already.',
    file: plane,
    replace: opening,
    by: `if (${asksFor('write')} && !${haves}) ${readOnly}\n    ${opening}`,
  },
  {
    id: 'lets-write-tokens-fetch-nothing-onto-a-clone',
    requirement: 'AR-GIT-7',
    does: 'It takes what a client says it has for a push that went astray.',
    file: plane,
    replace: opening,
    by: `if (${asksFor('write')} && ${haves}) ${readOnly}\n    ${opening}`,
  },
  {
    id: 'lets-write-tokens-pull-no-more-than-a-few-times',
    requirement: 'AR-GIT-8',
    does: 'It lets a token with the scope write fetch twice and then no more.',
    ...counted('write'),
  },
  {
    id: 'reports-pushes-that-move-nothing',
    requirement: 'AR-GIT-9',
    does: 'It reports a ref as moved that it leaves where it was.',
    file: 'mock/engines/git/receive-pack/judge-commands.ts',
    replace: 'return [...this.#changed].map((',
    by: 'return [...this.#changed].filter(([name, to]) => !to || !this.#at.refs.has(name)).map((',
  },
]);
