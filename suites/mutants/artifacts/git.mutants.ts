import { defineMutants } from '../mutant.ts';

const plane = 'mock/services/artifacts/git-plane/git-plane.ts';

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
