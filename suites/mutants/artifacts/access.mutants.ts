import { defineMutants } from '../mutant.ts';

const authorize = 'mock/access/authorize.ts';
const authenticate = 'mock/access/authenticate.ts';
const plane = 'mock/services/artifacts/git-plane/git-plane.ts';
const findToken = 'mock/services/artifacts/git-plane/find-git-token.ts';

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
    file: 'mock/services/artifacts/git-plane/git-credentials.ts',
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
