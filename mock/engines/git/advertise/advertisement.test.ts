import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import type { GitService, ProtocolVersion } from '../http/git-route.ts';
import { hashObject, idAt } from '../object-id.ts';
import { readPackets } from '../protocol/packets.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import { threeEditions } from '../testing/answers.ts';
import { buildPack, ids } from '../testing/packs.ts';
import { advertisement, agent } from './advertisement.ts';

const [first, , third] = ids.commits;
const zero = '0'.repeat(40);
const uploads = (symref: string) =>
  'multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not deepen-relative no-progress ' +
  `include-tag multi_ack_detailed allow-tip-sha1-in-want allow-reachable-sha1-in-want no-done ${symref}` +
  `filter object-format=sha1 agent=${agent}`;
const receives =
  'report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta push-options ' +
  `object-format=sha1 agent=${agent}`;

/** What is advertised, a line for each packet. */
function advertised(
  repository: GitRepository,
  service: GitService = 'git-upload-pack',
  version: ProtocolVersion = 0,
): string[] {
  const bytes = advertisement(repository, { service, version });
  return readPackets(bytes).map((packet) =>
    typeof packet === 'string' ? packet : new TextDecoder().decode(packet),
  );
}

describe('the advertisement', () => {
  it('lists HEAD and then all refs by their bytes, and behind each tag what it stands for', async () => {
    const refs = {
      'refs/tags/v1': ids.tag,
      'refs/heads/é': first,
      'refs/heads/main': third,
      'refs/heads/Z': first,
    };
    expect(advertised(await threeEditions(refs))).toEqual([
      '# service=git-upload-pack\n',
      'flush',
      `${third} HEAD\0${uploads('symref=HEAD:refs/heads/main ')}\n`,
      `${first} refs/heads/Z\n`,
      `${third} refs/heads/main\n`,
      `${first} refs/heads/é\n`,
      `${ids.tag} refs/tags/v1\n`,
      `${third} refs/tags/v1^{}\n`,
      'flush',
    ]);
  });

  it('says in version 1 that it is version 1, and is the same beyond that', async () => {
    const repository = await threeEditions();
    const [service, flush, version, ...lines] = advertised(repository, 'git-upload-pack', 1);
    expect([service, flush, version]).toEqual(['# service=git-upload-pack\n', 'flush', 'version 1\n']);
    expect(lines).toEqual(advertised(repository).slice(2));
  });

  it('lists commands in version 2, and no refs', async () => {
    expect(advertised(await threeEditions(), 'git-upload-pack', 2)).toEqual([
      'version 2\n',
      `agent=${agent}\n`,
      'ls-refs=unborn\n',
      'fetch=shallow wait-for-done filter sideband-all\n',
      'server-option\n',
      'object-format=sha1\n',
      'object-info\n',
      'flush',
    ]);
  });

  it('has the bytes that clients read', async () => {
    const bytes = advertisement(await threeEditions({}), { service: 'git-upload-pack', version: 1 });
    expect(new TextDecoder().decode(bytes.subarray(0, 52))).toBe(
      '001e# service=git-upload-pack\n0000000eversion 1\n0157',
    );
  });

  it.each([0, 2] as const)(
    'lists refs alone to who pushes, whichever version is asked for: %d',
    async (version) => {
      expect(advertised(await threeEditions(), 'git-receive-pack', version)).toEqual([
        '# service=git-receive-pack\n',
        'flush',
        `${third} refs/heads/main\0${receives}\n`,
        `${first} refs/heads/old\n`,
        `${ids.tag} refs/tags/v1\n`,
        'flush',
      ]);
    },
  );

  it('says what it can do where there are no refs, and which branch is to be', async () => {
    const empty = await threeEditions({}, { head: 'refs/heads/trunk' });
    expect(advertised(empty)).toEqual([
      '# service=git-upload-pack\n',
      'flush',
      `${zero} capabilities^{}\0${uploads('symref=HEAD:refs/heads/trunk ')}\n`,
      'flush',
    ]);
    expect(advertised(empty, 'git-receive-pack').at(2)).toBe(`${zero} capabilities^{}\0${receives}\n`);
  });

  it('says nothing of a HEAD whose branch is not there', async () => {
    const lines = advertised(await threeEditions({ 'refs/heads/old': first }));
    expect(lines.at(2)).toBe(`${first} refs/heads/old\0${uploads('')}\n`);
  });

  it('takes all tags off a tag of a tag, and of a tag of a blob', async () => {
    const tagOf = (id: string, type: string) =>
      new TextEncoder().encode(`object ${id}\ntype ${type}\ntag t\ntagger A <a@example.com> 1 +0000\n\nm\n`);
    const tags = [tagOf(ids.tag, 'tag'), tagOf(ids.texts[0], 'blob')];
    const more = [buildPack(tags.map((data) => ({ kind: 4, data })))];
    const [outer = '', ofBlob = ''] = tags.map((data) => idAt(hashObject(gitCodec, 'tag', data), 0));
    const repository = await threeEditions({ 'refs/tags/a': outer, 'refs/tags/b': ofBlob }, { more });
    expect(advertised(repository).slice(3, -1)).toEqual([
      `${third} refs/tags/a^{}\n`,
      `${ofBlob} refs/tags/b\n`,
      `${ids.texts[0]} refs/tags/b^{}\n`,
    ]);
  });
});

it('is called by the version of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(agent).toBe(`touchstone/${version}`);
});
