import { describe, expect, it } from 'vitest';
import { wire } from '../../../engines/git/testing/answers.ts';
import { refs, startArtifacts, type Workbench } from '../testing/artifacts-client.ts';
import { TestObjects } from '../testing/seeded-storage.ts';

const objects = new TestObjects();
const tip = objects.commit(objects.tree({ '100644 a': objects.blob('a') }), 'one');
const pushed = objects.push('refs/heads/main', tip);

/** The capabilities in a server's lines. */
async function capabilities({ git, create }: Workbench): Promise<string[]> {
  const { remote, token } = await create('starter');
  const advertised = async (service: 'upload-pack' | 'receive-pack', version: number) => {
    const headers = { 'git-protocol': `version=${version}` };
    const text = await (await git(remote + refs(service), token, { headers })).text();
    const words = version === 2 ? text.split('\n').slice(1, -1) : [text.split('\0')[1] ?? ''];
    return words.map((word) => word.replace(/^[0-9a-f]{4}/, '').split('\n')[0] ?? '').join('; ');
  };
  return [
    await advertised('upload-pack', 0),
    await advertised('upload-pack', 2),
    await advertised('receive-pack', 0),
  ];
}

const live = [
  'agent=touchstone/0.1.0 object-format=sha1 multi_ack multi_ack_detailed no-done side-band side-band-64k shallow deepen-since deepen-not deepen-relative allow-tip-sha1-in-want allow-reachable-sha1-in-want no-progress symref=HEAD:refs/heads/main',
  'agent=touchstone/0.1.0; ls-refs=unborn; fetch=shallow filter sideband-all; object-format=sha1',
  'report-status delete-refs ofs-delta side-band-64k symref=HEAD:refs/heads/main',
];

describe('the live profile', () => {
  it.each([
    [{ gitProfile: 'live' }, true],
    [{ platformLimits: 'all' }, true],
    [{ platformLimits: 'all', gitProfile: 'git' }, false],
    [{}, false],
  ] as const)('with %j is %s', async (options, isLive) => {
    const offered = await capabilities(startArtifacts(options));
    if (isLive) expect(offered).toEqual(live);
    else expect(offered.join(' ')).toMatch(/thin-pack.* object-info.* atomic/);
  });

  it.each([
    ['fetch', ['filter blob:none'], 200, /packfile/],
    ['fetch', ['filter tree:0'], 400, /^filter 'tree:0' not supported\n$/],
    ['fetch', ['filter combine:blob:none+tree:1'], 400, /not supported/],
    ['fetch', ['wait-for-done'], 200, /ERR unexpected line: 'wait-for-done'/],
    ['object-info', ['size'], 200, /ERR invalid command 'object-info'/],
  ] as const)('answers %s %j with status %s', async (command, lines, status, text) => {
    const workbench = startArtifacts({ gitProfile: 'live' });
    const made = await workbench.create('starter');
    expect(await workbench.push(made, pushed)).toContain('ok refs/heads/main');
    const wants = command === 'fetch' ? [`want ${tip}`, ...lines, 'done'] : lines;
    const response = await workbench.git(`${made.remote}/git-upload-pack`, made.token, {
      method: 'POST',
      headers: { 'git-protocol': 'version=2', 'content-type': 'application/x-git-upload-pack-request' },
      body: Uint8Array.from(wire(`command=${command}`, '0001', ...wants, '0000')),
    });
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(text);
  });

  it('allows 2,000 requests for a repository in ten seconds, and says how long to wait', async () => {
    const { create, git, mock } = startArtifacts({ gitProfile: 'live' });
    mock.clock.freeze(Date.parse('2026-11-25T00:00:03Z'));
    const [one, other] = [await create('one'), await create('other')];
    const ask = ({ remote, token }: typeof one) => git(remote + refs(), token);
    for (let count = 0; count < 2_000; count++) await ask(one);
    const refused = await ask(one);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await refused.text()).toBe('Too many requests: at most 2000 for one repository in 10 seconds.');
    expect((await ask(other)).status).toBe(200);
    mock.clock.advance(7);
    expect((await ask(one)).status).toBe(200);
  });
});
