import { equal, match, ok } from '../../harness/assertions.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { getText, join, noise, utf8 } from './objects/bytes.ts';
import { blob, commit, tree } from './objects/git-object.ts';
import { filled, nowhere, packIn, seeded } from './seeded.ts';
import { post } from './wire/discovery.ts';
import { command, fetchV2, readFetchV2 } from './wire/fetch.ts';
import { delimiter, flush, largestPacket, packet } from './wire/packets.ts';

/** Valid and invalid packets, the units of the protocol. */
export const gitPacketsSuite = defineSuite('artifacts/git/packets', [
  {
    title: 'accepts lengths in either case, and lines with or without a line feed',
    requirements: ['AR-PKT-1', 'AR-PKT-2'],
    run: async (t) => {
      const { repository, refs } = await seeded(t, 'simple');
      const wants = [refs['refs/heads/main'] ?? ''];
      const send = async (body: Uint8Array) => {
        const reply = await post(t, repository, 'git-upload-pack', body, { version: 2 });
        packIn(readFetchV2(reply.status, reply.bytes), { wants });
      };
      const request = (end: string) =>
        join(
          packet(`command=fetch${end}`),
          packet(`agent=a-name-of-this-length${end}`),
          delimiter,
          packet(`want ${wants[0]}${end}`),
          packet(`done${end}`),
          flush,
        );
      await t.check('AR-PKT-2', async () => {
        await send(request('\n'));
        await send(request(''));
      });
      await t.check('AR-PKT-1', async () => {
        const upper = getText(request('')).replace(/^[0-9a-f]{4}/g, (head) => head.toUpperCase());
        await send(utf8(upper.replace('0032want', '0032want')));
        const agent = 'agent=0123456789012345678901';
        await send(
          join(
            packet('command=fetch'),
            `00${(agent.length + 4).toString(16).toUpperCase()}${agent}`,
            delimiter,
            packet(`want ${wants[0]}`),
            packet('done'),
            flush,
          ),
        );
      });
    },
  },
  test('AR-PKT-3', 'reports protocol errors in an ERR packet', async (t) => {
    const { repository } = await seeded(t, 'simple');
    const body = command('fetch', [`want ${nowhere}`, 'done']);
    const { status, bytes } = await post(t, repository, 'git-upload-pack', body, { version: 2 });
    equal(status, 200, 'the status');
    match(getText(bytes), /^[0-9a-f]{4}ERR ./, 'the answer');
  }),
  test('AR-PKT-4', 'sends no packet beyond the maximum length', async (t) => {
    const file = blob(noise(3_000_000));
    const root = tree([{ name: 'noise', mode: '100644', id: file.id }]);
    const tip = commit({ tree: root.id });
    const objects = new Map([file, root, tip].map((object) => [object.id, object]));
    const repository = await filled(t, { objects, refs: { 'refs/heads/main': tip.id } });
    const answer = await fetchV2(t, repository, [`want ${tip.id}`, 'done']);
    packIn(answer, { wants: [tip.id] });
    ok(answer.longest <= largestPacket, `a packet has ${answer.longest} bytes`);
  }),
]);
