import {
  eachObject,
  heads,
  isObject,
  type Json,
  lacks,
  refusesWith,
  results,
  succeedsWith,
} from './answers.ts';
import { defineVariations } from './variation.ts';

const suites = ['artifacts'];
const record =
  'rendering-repositories-examples.md: fields of the repo record beyond its name and its remote are not shown.';
const routes = 'rendering-repositories-examples.md: token minting and other repository routes are not shown.';
const failure = 'rendering-repositories-examples.md: errors of repository routes are not shown.';
const git =
  'rendering-repositories-examples.md: Git over HTTPS with a Bearer token; its answers are those of Git.';

/** Repositories. */
export const artifactsVariations = defineVariations([
  {
    id: 'reads-repositories-with-203',
    because: 'No status of a success is shown.',
    suites,
    ...succeedsWith('artifacts.repos.get', 203),
  },
  {
    id: 'tells-name-and-remote-of-a-repository-alone',
    because: record,
    suites,
    ...results('artifacts.repos.create,artifacts.repos.get', nameAndRemote),
  },
  {
    id: 'makes-repositories-without-a-token',
    because: record,
    suites,
    ...results('artifacts.repos.create', (result) => {
      const { token: _, ...rest } = isObject(result) ? result : {};
      return rest;
    }),
  },
  {
    id: 'adds-members-to-repositories',
    because: 'Members that no seed names are allowed.',
    suites,
    ...results('artifacts.', (result) =>
      eachObject(result, (one) => ({ ...one, stars: 3, owner: { login: 'ada' } })),
    ),
  },
  {
    id: 'numbers-repositories',
    because: record,
    suites,
    ...results('artifacts.repos', (result) =>
      eachObject(result, (one) => ('remote' in one && 'id' in one ? { ...one, id: 4711 } : one)),
    ),
  },
  {
    id: 'lists-no-repositories',
    because: routes,
    suites,
    foreign: true,
    ...lacks('artifacts.repos.list,artifacts.namespaces'),
  },
  {
    id: 'deletes-no-repositories',
    because: routes,
    suites,
    foreign: true,
    ...lacks('artifacts.repos.delete', 405),
  },
  {
    id: 'mints-no-tokens-by-rest',
    because: routes,
    suites,
    foreign: true,
    ...lacks('artifacts.tokens', 404),
  },
  {
    id: 'has-two-routes-of-repositories-alone',
    because: routes,
    suites,
    foreign: true,
    ...lacks(
      'artifacts.namespaces,artifacts.tokens,artifacts.repos.list,artifacts.repos.delete,artifacts.repos.fork,artifacts.repos.import,artifacts.repos.log,artifacts.repos.commit,artifacts.repos.tree,artifacts.repos.blob,artifacts.repos.file,artifacts.repos.raw',
    ),
  },
  {
    id: 'refuses-repositories-with-422',
    because: failure,
    suites,
    ...refusesWith('artifacts.', [400, 409], 422),
  },
  { id: 'knows-no-repository-with-410', because: failure, suites, ...refusesWith('artifacts.', 404, 410) },
  {
    id: 'may-not-change-repositories-with-401',
    because: failure,
    suites: ['artifacts/permissions'],
    ...refusesWith('artifacts.', 403, 401),
  },
  {
    id: 'begins-repositories-on-another-branch',
    because: record,
    suites,
    file: 'spec/services/artifacts/limits.ts',
    replace: "export const defaultBranchName = 'main';",
    by: "export const defaultBranchName = 'trunk';",
  },
  {
    id: 'sends-git-with-more-headers',
    because: git,
    suites,
    ...heads('api', (_, headers, request) => {
      if (!new URL(request.url).pathname.startsWith('/git/')) return;
      headers.set('server', 'git/1.0');
      headers.set('x-frame-options', 'DENY');
    }),
  },
  {
    id: 'hides-repositories-from-bad-tokens',
    because: git,
    suites,
    ...heads('api', (answer, _, request) =>
      new URL(request.url).pathname.startsWith('/git/') && answer.status === 403 ? 404 : undefined,
    ),
  },
]);

function nameAndRemote(result: Json): Json {
  const { name, remote } = isObject(result) ? result : {};
  return { name, remote };
}
