import { equal, ok } from '../../harness/assertions.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { getText, join } from './objects/bytes.ts';
import { chain, nowhere, seeded } from './seeded.ts';
import { discover, needs, post } from './wire/discovery.ts';
import { command, lsRefs } from './wire/fetch.ts';
import { flush, getError, PacketReader } from './wire/packets.ts';

/** Version 2 except fetching: lists of refs, object sizes, and invalid requests. */
export const gitListsSuite = defineSuite('artifacts/git/lists', [
  {
    title: 'lists all refs, or those with a prefix, with HEAD first',
    requirements: ['AR-LS-1', 'AR-LS-2', 'AR-LS-5'],
    run: async (t) => {
      const { repository, refs } = await seeded(t, 'names');
      const all = await lsRefs(t, repository, []);
      await t.check('AR-LS-1', () => {
        equal(all[0], { id: refs['refs/heads/main'], name: 'HEAD' }, 'the first ref');
        equal(byName(all.slice(1)), refs, 'the other refs');
      });
      await t.check('AR-LS-5', () =>
        ok(
          all.every(({ target, peeled }) => target === undefined && peeled === undefined),
          'the answer has members that were not requested',
        ),
      );
      await t.check('AR-LS-2', async () => {
        // A server may send more refs than requested, but not fewer.
        for (const prefixes of [
          ['refs/heads/'],
          ['refs/notes/', 'refs/x/'],
          ['refs/heads/grüße'],
          ['HEAD'],
          ['refs/heads/main'],
        ]) {
          const found = byName(
            await lsRefs(
              t,
              repository,
              prefixes.map((prefix) => `ref-prefix ${prefix}`),
            ),
          );
          for (const [name, id] of Object.entries({ ...refs, HEAD: refs['refs/heads/main'] })) {
            if (prefixes.some((prefix) => name.startsWith(prefix))) equal(found[name], id, name);
          }
        }
      });
    },
  },
  test(['AR-LS-3', 'AR-LS-4'], 'lists the targets of HEAD and annotated tags', async (t) => {
    const { repository, ids, objects, refs } = await seeded(t, 'tags');
    const found = await lsRefs(t, repository, ['peel', 'symrefs']);
    const one = (name: string) => found.find((ref) => ref.name === name);
    await t.check('AR-LS-3', () => equal(one('HEAD')?.target, 'refs/heads/main', 'the target of HEAD'));
    await t.check('AR-LS-4', () => {
      for (const name of ['v1', 'signed-off', 'thrice', 'elsewhere/v1']) {
        equal(one(`refs/tags/${name}`)?.peeled, ids['one'], `the target of ${name}`);
      }
      for (const [name, type] of Object.entries({ 'a-file': 'blob', 'a-folder': 'tree' })) {
        equal(objects.get(one(`refs/tags/${name}`)?.peeled ?? '')?.type, type, `the target of ${name}`);
      }
      equal(one('refs/tags/light'), { id: refs['refs/tags/light'], name: 'refs/tags/light' }, 'a plain tag');
    });
  }),
  {
    title: 'lists an unborn HEAD with its branch, on request',
    requirements: ['AR-LS-6', 'AR-LS-7'],
    run: async (t) => {
      const repository = await t.repository({ branch: 'trunk' });
      await t.check('AR-LS-7', async () => {
        equal(await lsRefs(t, repository, ['peel', 'symrefs']), [], 'the refs');
      });
      needs(t, await discover(t, repository, 'git-upload-pack', 2), 'ls-refs=unborn');
      const found = await lsRefs(t, repository, ['peel', 'symrefs', 'unborn', 'ref-prefix HEAD']);
      await t.check('AR-LS-6', () =>
        equal(found, [{ id: 'unborn', name: 'HEAD', target: 'refs/heads/trunk' }], 'the refs'),
      );
    },
  },
  {
    title: 'survives unknown commands, and requests without a command',
    requirements: ['AR-LS-8', 'AR-LS-9', 'AR-LS-10', 'AR-LS-11'],
    run: async (t) => {
      const { repository, refs } = await seeded(t, 'simple');
      const send = (body: Uint8Array) => post(t, repository, 'git-upload-pack', body, { version: 2 });
      const refusedOrNothing = async (body: Uint8Array, what: string) => {
        const { status, bytes } = await send(body);
        if (status >= 400 && status < 500) return;
        equal(status, 200, `the status for ${what}`);
        const answer = bytes.length === 0 ? undefined : new PacketReader(bytes).line();
        ok(bytes.length === 0 || getError(answer) !== undefined, `${what} was answered: ${getText(bytes)}`);
      };
      await t.check('AR-LS-8', async () => {
        for (const name of ['fetch2', 'push', ''])
          await refusedOrNothing(command(name, []), `command=${name}`);
        await refusedOrNothing(join('0012agent=touchs', flush), 'no command');
      });
      await t.check('AR-LS-9', async () => {
        const { status, bytes } = await send(join(flush));
        equal([status, bytes.length], [200, 0], 'the status and the length for one flush');
      });
      await t.check('AR-LS-10', () =>
        refusedOrNothing(command('ls-refs', [], ['object-format=sha256']), 'sha256'),
      );
      await t.check('AR-LS-11', async () => {
        needs(t, await discover(t, repository, 'git-upload-pack', 2), 'server-option');
        const { bytes } = await send(command('ls-refs', [], ['server-option=a', 'server-option=b=c']));
        ok(
          getText(bytes).includes(refs['refs/heads/main'] ?? ''),
          'a list with server options lacks the refs',
        );
      });
    },
  },
  {
    title: 'lists object sizes, and leaves out missing objects',
    requirements: ['AR-LS-12', 'AR-LS-13'],
    run: async (t) => {
      const { repository, objects } = await seeded(t, 'simple');
      needs(t, await discover(t, repository, 'git-upload-pack', 2), 'object-info');
      const some = [...objects.values()];
      const ask = async (ids: readonly string[]) => {
        const body = command('object-info', ['size', ...ids.map((id) => `oid ${id}`)]);
        const { bytes } = await post(t, repository, 'git-upload-pack', body, { version: 2 });
        const reader = new PacketReader(bytes);
        const sizes: string[] = [];
        for (let text = reader.line(); text !== undefined; text = reader.line()) sizes.push(text);
        return sizes;
      };
      await t.check('AR-LS-12', async () =>
        equal(
          await ask(some.map(({ id }) => id)),
          ['size', ...some.map(({ id, data }) => `${id} ${data.length}`)],
          'the answer',
        ),
      );
      await t.check('AR-LS-13', async () => {
        const lost = chain(1, 'lost').tip;
        const sizes = await ask([some[0]?.id ?? '', lost, nowhere]);
        equal(sizes.slice(0, 2), ['size', `${some[0]?.id} ${some[0]?.data.length}`], 'what is there');
        for (const id of [lost, nowhere]) {
          ok(!sizes.some((text) => text.startsWith(id) && text.trim() !== id), `${id} has a size`);
        }
      });
    },
  },
]);

const byName = (refs: readonly { name: string; id: string }[]): Record<string, string> =>
  Object.fromEntries(refs.map(({ name, id }) => [name, id]));
