import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { SiteAnswers } from '../harness/page-sites.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { join } from './git/objects/bytes.ts';
import { type BuiltRecipe, buildRecipe, readRecipe } from './git/objects/recipe.ts';
import { createPack } from './git/objects/write-pack.ts';
import { packIn } from './git/seeded.ts';
import { getRefs } from './git/wire/discovery.ts';
import { fetchV2 } from './git/wire/fetch.ts';
import { flush, line, packet } from './git/wire/packets.ts';
import { expectRefusal, freshName, getRemote, listed, ofRepo, readRepo } from './repositories.ts';

/** Features that a target needs to import from a test's site, which has no certificate. */
const features = ['http-imports', 'pages'] as const;

const types = (kind: string) => ({ 'content-type': `application/x-git-upload-pack-${kind}` });

/**
 * A site that is a public Git server with one repository. It speaks version 0, and sends everything whatever the client
 * wants.
 */
function gitSite({ objects, refs, head }: BuiltRecipe): SiteAnswers {
  const capabilities = `side-band-64k ofs-delta symref=HEAD:refs/heads/${head} object-format=sha1`;
  const branch = `refs/heads/${head}`;
  const listed = [['HEAD', refs[branch] ?? ''], ...Object.entries(refs).sort()] as const;
  const lines = listed.map(([name, id], at) =>
    line(at === 0 ? `${id} ${name}\0${capabilities}` : `${id} ${name}`),
  );
  const advertisement = join(line('# service=git-upload-pack'), flush, ...lines, flush);
  const pack = createPack(objects.values());
  const bands: Uint8Array[] = [];
  for (let at = 0; at < pack.length; at += 65_515) {
    bands.push(packet(join(Uint8Array.from([1]), pack.subarray(at, at + 65_515))));
  }
  return {
    '/source.git/info/refs': { body: advertisement, headers: types('advertisement') },
    '/source.git/git-upload-pack': { body: join(line('NAK'), ...bands, flush), headers: types('result') },
    '/page.git/info/refs': '<p>Nothing of Git is here.',
    '/page': '<p>Nothing of Git is here.',
    '/private.git/info/refs': {
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="git"' },
      body: 'Who are you?',
    },
  };
}

async function imported(t: TestContext, url: string, namespace = freshName(t), name = freshName(t)) {
  const params = ofRepo(t, namespace, name);
  const reply = await t.ask('artifacts.repos.import', { params, body: { url } });
  return { params, namespace, name, reply };
}

/** Imports from other Git servers. */
export const importsSuite = defineSuite('artifacts/import', [
  {
    title: 'imports the refs and objects of a public server',
    requirements: ['AR-IMP-1', 'AR-IMP-2', 'AR-IMP-3', 'AR-TOKEN-17'],
    features,
    run: async (t) => {
      const built = buildRecipe(readRecipe('two-roots'));
      const { url } = await t.site(gitSite(built));
      for (const end of ['/source.git', '/source']) {
        const params = ofRepo(t, freshName(t), freshName(t));
        const { status, body } = await t.call('artifacts.repos.import', {
          params,
          body: { url: `${url}${end}` },
        });
        const { result } = body;
        const repository = getRemote(result, result.token);
        await t.check('AR-IMP-1', async () => {
          equal([status, result.name], [201, params.repo_name], 'the answer');
          equal(await getRefs(t, repository), built.refs, 'the refs');
          const wants = [...new Set(Object.values(built.refs))];
          packIn(await fetchV2(t, repository, [...wants.map((id) => `want ${id}`), 'done']), { wants });
        });
        const read = await readRepo(t, { params });
        await t.check('AR-IMP-2', () => equal(read.source, `git:${url}/source.git`, 'the source'));
        await t.check('AR-IMP-3', () => equal(read.default_branch, 'main', 'default_branch'));
        const { items } = await listed(t, 'artifacts.tokens.list', params);
        await t.check('AR-TOKEN-17', () =>
          equal(
            items.map(({ scope }) => scope),
            ['write'],
            'the tokens',
          ),
        );
      }
    },
  },
  {
    title: 'imports a single branch on request',
    requirements: ['AR-IMP-8'],
    features,
    run: async (t) => {
      const built = buildRecipe(readRecipe('two-roots'));
      const { url } = await t.site(gitSite(built));
      const params = ofRepo(t, freshName(t), freshName(t));
      const body = { url: `${url}/source`, branch: 'pages' };
      const { result } = (await t.call('artifacts.repos.import', { params, body })).body;
      const expected = { 'refs/heads/pages': built.refs['refs/heads/pages'] };
      equal(await getRefs(t, getRemote(result, result.token)), expected, 'the refs');
      const other = ofRepo(t, freshName(t), freshName(t));
      const lost = { ...body, branch: 'nowhere' };
      t.expectFailure(await t.ask('artifacts.repos.import', { params: other, body: lost }), { shape: 'own' });
      t.expectFailure(await t.ask('artifacts.repos.get', { params: other }), { status: 404, shape: 'own' });
    },
  },
  {
    title: 'refuses web pages, private repositories and missing servers, and creates nothing',
    requirements: ['AR-IMP-5', 'AR-IMP-6', 'AR-IMP-7'],
    features,
    run: async (t) => {
      const { url } = await t.site(gitSite(buildRecipe(readRecipe('simple'))));
      const gone = async ({ params }: Pick<Awaited<ReturnType<typeof imported>>, 'params'>) =>
        t.expectFailure(await t.ask('artifacts.repos.get', { params }), { status: 404, shape: 'own' });
      const page = await imported(t, `${url}/page`);
      await t.check('AR-IMP-5', () =>
        expectRefusal(t, page.reply, { status: 400, code: 10104, pointer: '/url' }),
      );
      const secret = await imported(t, `${url}/private`);
      await t.check('AR-IMP-6', () =>
        expectRefusal(t, secret.reply, { status: 422, code: 10106, pointer: '/url' }),
      );
      const nowhere = await imported(t, `${url}/nowhere`);
      await t.check('AR-IMP-7', async () => {
        t.expectFailure(nowhere.reply, { shape: 'own' });
        for (const one of [page, secret, nowhere]) await gone(one);
      });
    },
  },
  test('AR-IMP-4', 'refuses URLs without encryption', async (t) => {
    for (const url of [
      'http://git.example.com/owner/repo',
      'http://git.example.com/owner/repo.git',
      'git://git.example.com/a',
      'ssh://git@git.example.com/a',
      'file:///etc',
      'owner/repo',
    ]) {
      const { reply, params } = await imported(t, url);
      const words = { status: 400, code: 10100, pointer: '/url' };
      expectRefusal(
        t,
        reply,
        url.startsWith('http:') ? { ...words, message: 'Must be an HTTPS URL' } : words,
      );
      t.expectFailure(await t.ask('artifacts.repos.get', { params }), { status: 404, shape: 'own' });
    }
  }),
]);
