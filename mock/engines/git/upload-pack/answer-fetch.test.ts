import { describe, expect, it } from 'vitest';
import { narrowBandBytes } from '../protocol/side-band-writer.ts';
import { all, answerTo, edition, idsIn, takeApart, textOf, unknown } from '../testing/answers.ts';
import { ids } from '../testing/packs.ts';

const [first, second, third] = ids.commits;

describe('a fetch of the older versions', () => {
  const asking = (caps: string, ...wants: string[]) => [
    `want ${third} ${caps}\n`,
    ...wants.map((line) => `${line}\n`),
  ];
  const have = (...haves: string[]) => haves.map((id) => `have ${id}\n`);

  it.each([0, 1] as const)(
    'gets NAK before its pack, and no side-band without asking: version %d',
    async (version) => {
      const bytes = await answerTo(version, [...asking('ofs-delta'), '0000', 'done\n']);
      const answer = takeApart(bytes, false);
      expect(answer.lines).toEqual(['NAK\n']);
      expect(await idsIn(answer.pack)).toEqual(all.filter((id) => id !== ids.tag));
    },
  );

  it.each([
    ['side-band', narrowBandBytes + 5],
    ['side-band-64k', 65_520],
  ])('gets its pack in packets that %s allows', async (caps, most) => {
    const answer = takeApart(await answerTo(0, [...asking(`${caps} include-tag`), '0000', 'done\n']));
    expect(answer.lines).toEqual(['NAK\n', '0000']);
    expect(answer.longest).toBeLessThanOrEqual(most);
    expect(await idsIn(answer.pack)).toEqual(all);
  });

  it.each([
    ['nothing', []],
    ['a flush', ['0000']],
    ['only what it is told of', [...asking('multi_ack'), '0000']],
  ])('is answered by nothing when it asks for %s', async (_, lines) => {
    expect(await answerTo(0, lines)).toHaveLength(0);
  });

  it('is told where it ends, and nothing else, before it says what it has', async () => {
    const ends = `0035shallow ${third}\n0000`;
    expect(await textOf(0, [...asking('shallow', 'deepen 1'), '0000'])).toBe(ends);
    expect(await textOf(0, [...asking('shallow', 'deepen 1'), '0000', ...have(unknown), '0000'])).toBe(
      `${ends}0008NAK\n`,
    );
  });

  it('is told where it ends before its pack too', async () => {
    const lines = [...asking('side-band-64k', 'deepen 1'), '0000', 'done\n'];
    const answer = takeApart(await answerTo(0, lines));
    expect(answer.lines).toEqual([`shallow ${third}\n`, '0000', 'NAK\n', '0000']);
    expect(await idsIn(answer.pack)).toEqual(edition(2).sort());
  });

  it('is not told where it ends when it asks for no depth', async () => {
    const lines = [...asking('side-band-64k', `shallow ${second}`), '0000', ...have(second), 'done\n'];
    expect(takeApart(await answerTo(0, lines)).lines).toEqual([`ACK ${second}\n`, '0000']);
  });

  it.each([
    ['', [first, unknown, second], [`ACK ${first}\n`]],
    ['', [unknown], ['NAK\n']],
    ['multi_ack', [unknown, first], [`ACK ${first} continue\n`, 'NAK\n']],
    ['multi_ack', [first, unknown], [`ACK ${first} continue\n`, `ACK ${unknown} continue\n`, 'NAK\n']],
    ['multi_ack_detailed', [unknown], ['NAK\n']],
    ['multi_ack_detailed', [unknown, first], [`ACK ${first} common\n`, 'NAK\n']],
    ['multi_ack_detailed', [first, unknown], [`ACK ${first} common\n`, `ACK ${unknown} ready\n`, 'NAK\n']],
    ['multi_ack_detailed', [first], [`ACK ${first} common\n`, `ACK ${first} ready\n`, 'NAK\n']],
    ['multi_ack_detailed no-done', [unknown], ['NAK\n']],
  ])('with %j and haves %j is told what is common, and goes on later', async (caps, haves, expected) => {
    const answer = takeApart(await answerTo(0, [...asking(caps), '0000', ...have(...haves), '0000']));
    expect(answer.lines).toEqual(expected);
  });

  it.each([
    ['side-band-64k', [first], [`ACK ${first}\n`]],
    ['side-band-64k', [unknown], ['NAK\n']],
    ['side-band-64k multi_ack', [first], [`ACK ${first} continue\n`, `ACK ${first}\n`]],
    ['side-band-64k multi_ack_detailed', [second], [`ACK ${second} common\n`, `ACK ${second}\n`]],
  ])('with %j and haves %j gets its pack once it is done', async (caps, haves, expected) => {
    const answer = takeApart(await answerTo(0, [...asking(caps), '0000', ...have(...haves), 'done\n']));
    expect(answer.lines).toEqual([...expected, '0000']);
    expect(answer.pack.length).toBeGreaterThan(32);
  });

  it('gets its pack before it is done where both are ready for that', async () => {
    const lines = [...asking('multi_ack_detailed no-done side-band-64k'), '0000', ...have(second), '0000'];
    const answer = takeApart(await answerTo(0, lines));
    expect(answer.lines).toEqual([
      `ACK ${second} common\n`,
      `ACK ${second} ready\n`,
      'NAK\n',
      `ACK ${second}\n`,
      '0000',
    ]);
    expect(await idsIn(answer.pack)).toEqual(edition(2).sort());
  });

  it('may have a filter', async () => {
    const lines = [...asking('side-band-64k filter', 'filter blob:none'), '0000', 'done\n'];
    expect(await idsIn(takeApart(await answerTo(0, lines)).pack)).toEqual(
      [...ids.commits, ...ids.trees].sort(),
    );
  });

  it.each([
    [[`want ${unknown}\n`, '0000', 'done\n'], `upload-pack: not our ref ${unknown}`],
    [[`want ${third} object-format=sha256\n`, '0000', 'done\n'], 'client sha256'],
    [['wish\n', '0000', 'done\n'], "expected to get object ID, not 'wish'"],
    [[`want ${third}\n`], 'hung up'],
    [[`want ${third}\n`, '0001'], 'unexpected delimiter packet'],
    [[`want ${third}\n`, '0000', ...have(first)], 'hung up'],
    [[`want ${third}\n`, '0000', 'hurry\n'], "expected SHA1 list, got 'hurry'"],
    [[`want ${third}\n`, '0000', 'have x\n'], "expected SHA1 object, got 'x'"],
  ])('is refused by one packet when it is wrong: %j', async (lines, message) => {
    const text = await textOf(0, lines);
    expect(text.slice(4, 8)).toBe('ERR ');
    expect(text).toContain(message);
  });
});
