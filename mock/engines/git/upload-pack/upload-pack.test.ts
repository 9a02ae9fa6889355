import { describe, expect, it } from 'vitest';
import {
  all,
  answerTo,
  bodyOf,
  edition,
  fetching,
  idsIn,
  takeApart,
  textOf,
  threeEditions,
  unknown,
} from '../testing/answers.ts';
import { ids } from '../testing/packs.ts';
import { uploadPack } from './upload-pack.ts';

const [first, second, third] = ids.commits;

const decoder = new TextDecoder();

describe('a request of version 2', () => {
  it.each([
    ['nothing', []],
    ['only a flush', ['0000']],
  ])('is answered by nothing when it is %s', async (_, lines) => {
    expect(await answerTo(2, lines)).toHaveLength(0);
  });

  it.each([
    [['command=push\n', '0000'], "invalid command 'push'"],
    [['agent=git/2\n', '0000'], 'no command requested'],
    [['command=fetch\n', 'command=ls-refs\n', '0000'], "command 'ls-refs' requested after already"],
    [['command=ls-refs\n', 'object-format=sha256\n', '0000'], 'object format: server sha1; client sha256'],
    [['command=ls-refs\n', '0001', 'peel\n', '0001', '0000'], 'expected flush after arguments'],
    [['command=ls-refs\n', '0002'], 'unexpected response end packet'],
    [['command=ls-refs\n', '0001', 'peel\n'], 'hung up unexpectedly'],
    [['command=ls-refs\n'], 'hung up unexpectedly'],
    [fetching(`want ${unknown}`, 'done'), `upload-pack: not our ref ${unknown}`],
    [fetching('want main', 'done'), "expected to get object ID, not 'want main'"],
    [fetching('have x', 'done'), "expected SHA1 object, got 'x'"],
    [fetching('want-ref refs/heads/main', 'done'), "unexpected line: 'want-ref refs/heads/main'"],
    [fetching(`want ${third}`, 'filter sparse:oid=main:x', 'done'), "filter 'sparse:oid' not supported"],
    [fetching(`want ${third}`, 'filter colour', 'done'), "filter 'colour' not supported"],
    [fetching(`want ${third}`, 'deepen 0', 'done'), 'Invalid deepen: deepen 0'],
    [fetching(`want ${third}`, 'deepen -1', 'done'), 'Invalid deepen: deepen -1'],
    [fetching(`want ${third}`, 'deepen-since soon', 'done'), 'Invalid deepen-since: deepen-since soon'],
    [fetching(`want ${third}`, 'deepen-not x', 'done'), 'ambiguous deepen-not: deepen-not x'],
    [fetching(`want ${third}`, 'deepen 1', 'deepen-since 5', 'done'), 'cannot be used together'],
    [
      fetching(`want ${third}`, 'deepen-since 1900000000', 'done'),
      'no commits selected for shallow requests',
    ],
    [fetching(`want ${third}`, `shallow ${ids.tag}`, 'done'), `invalid shallow object ${ids.tag}`],
    [fetching(`want ${third}`, 'shallow x', 'done'), 'invalid shallow line: shallow x'],
    [['command=object-info\n', '0001', 'size\n', 'oid x\n', '0000'], "expected to get oid, not 'x'"],
    [['command=object-info\n', '0001', 'date\n', '0000'], "object-info: unexpected line: 'date'"],
  ])('is refused by one packet when it is wrong: %j', async (lines, message) => {
    const text = await textOf(2, lines);
    expect(text).toContain(message);
    expect(text.slice(4, 8)).toBe('ERR ');
    expect(Number.parseInt(text.slice(0, 4), 16)).toBe(text.length);
  });

  it('may say of itself what nobody knows, and give options', async () => {
    const lines = [
      'command=ls-refs\n',
      'colour=red\n',
      'server-option=x\n',
      '0001',
      'ref-prefix x\n',
      '0000',
    ];
    expect(await textOf(2, lines)).toBe('0000');
  });

  it('is refused where it is no packets at all', async () => {
    const answer = await uploadPack(await threeEditions(), bodyOf(new TextEncoder().encode('hello, world')), {
      version: 2,
    });
    expect(decoder.decode(answer as Uint8Array)).toBe(
      '0037ERR protocol error: bad line length character: hell',
    );
  });

  it('is told sizes, byte for byte', async () => {
    const lines = [`oid ${ids.numbers[0]}`, `oid ${unknown}`, `oid ${ids.texts[1]}`];
    const asking = ['command=object-info\n', '0001', 'size', ...lines, '0000'];
    expect(await textOf(2, asking)).toBe(
      `0008size002e${ids.numbers[0]} 2002d${unknown} 0030${ids.texts[1]} 4810000`,
    );
    expect(await textOf(2, ['command=object-info\n', '0001', 'size', '0000'])).toBe('0000');
  });
});

describe('a fetch of version 2', () => {
  it('is sent all at once where it says that it is done, with what Git tells meanwhile', async () => {
    const answer = takeApart(
      await answerTo(2, fetching('ofs-delta', `want ${third}`, 'include-tag', 'done')),
    );
    expect(answer.lines).toEqual(['packfile\n', '0000']);
    expect(await idsIn(answer.pack)).toEqual(all);
    expect(answer.progress).toBe(
      'Enumerating objects: 13, done.\nTotal 13 (delta 0), reused 0 (delta 0), pack-reused 13\n',
    );
  });

  it('is told nothing meanwhile where it does not want to be', async () => {
    const answer = takeApart(await answerTo(2, fetching('no-progress', `want ${first}`, 'done')));
    expect([answer.progress, answer.error]).toEqual(['', '']);
    expect(await idsIn(answer.pack)).toEqual(edition(0).sort());
  });

  it('is sent a pack without asking further where it has nothing to say', async () => {
    expect(takeApart(await answerTo(2, fetching(`want ${first}`))).lines).toEqual(['packfile\n', '0000']);
  });

  it.each([
    ['an unknown have', [`have ${unknown}`], ['acknowledgments\n', 'NAK\n', '0000']],
    [
      'only haves',
      ['wait-for-done', `have ${first}`, `have ${unknown}`, `have ${second}`],
      ['acknowledgments\n', `ACK ${first}\n`, `ACK ${second}\n`, '0000'],
    ],
    [
      'what is enough, but waits',
      [`want ${third}`, 'wait-for-done', `have ${second}`],
      ['acknowledgments\n', `ACK ${second}\n`, '0000'],
    ],
    ['nothing, and waits', ['wait-for-done'], ['acknowledgments\n', 'NAK\n', '0000']],
    ['nothing, and is done', [`have ${first}`, 'done'], []],
    [
      'what says nothing of what it wants',
      [`want ${ids.texts[0]}`, `have ${unknown}`],
      ['acknowledgments\n', 'NAK\n', '0000'],
    ],
  ])('is told what both have, and no pack, where it has %s', async (_, args, lines) => {
    expect(takeApart(await answerTo(2, fetching(...args))).lines).toEqual(lines);
  });

  it('is sent what is new as soon as enough is common, as a thin pack', async () => {
    const args = ['thin-pack', 'ofs-delta', `want ${third}`, `have ${unknown}`, `have ${second}`];
    const answer = takeApart(await answerTo(2, fetching(...args)));
    expect(answer.lines).toEqual([
      'acknowledgments\n',
      `ACK ${second}\n`,
      'ready\n',
      '0001',
      'packfile\n',
      '0000',
    ]);
    expect(answer.progress).toContain('Enumerating objects: 4, done.\n');
  });

  it('is sent no delta on what is not in the pack, where it does not say that it can take one', async () => {
    const args = [`want ${first}`, `have ${third}`, 'done'];
    const whole = takeApart(
      await answerTo(2, fetching(`want ${ids.texts[0]}`, `have ${ids.texts[1]}`, 'done')),
    );
    expect(await idsIn(whole.pack)).toEqual([ids.texts[0]]);
    const nothing = takeApart(await answerTo(2, fetching(...args)));
    expect(nothing.pack).toHaveLength(32);
    expect(nothing.progress).toContain('Total 0 (delta 0)');
  });

  it.each([
    [['deepen 1'], [`shallow ${third}\n`], edition(2)],
    [['deepen 2'], [`shallow ${second}\n`], [...edition(2), ...edition(1)]],
    [['deepen 9'], [], all.filter((id) => id !== ids.tag)],
    [['deepen-since 1700000002'], [`shallow ${second}\n`], [...edition(2), ...edition(1)]],
    [['deepen-not old'], [`shallow ${second}\n`], [...edition(2), ...edition(1)]],
    [
      ['deepen-not refs/heads/old', 'deepen-since 5'],
      [`shallow ${second}\n`],
      [...edition(2), ...edition(1)],
    ],
    [['shallow 1'.padEnd(48, '1'), 'deepen 1'], [`shallow ${third}\n`], edition(2)],
  ])('ends where it asks to: %j', async (args, ends, expected) => {
    const answer = takeApart(await answerTo(2, fetching(`want ${third}`, ...args, 'done')));
    expect(answer.lines).toEqual(['shallow-info\n', ...ends, '0001', 'packfile\n', '0000']);
    expect(await idsIn(answer.pack)).toEqual([...expected].sort());
  });

  it.each([
    ['all', ['deepen 2147483647'], [`unshallow ${third}\n`], [...edition(0), ...edition(1)]],
    [
      'one more',
      ['deepen 1', 'deepen-relative'],
      [`shallow ${second}\n`, `unshallow ${third}\n`],
      edition(1),
    ],
    ['as much as it has', ['deepen 1'], [], []],
    ['what is new', [], [], []],
  ])('of a client that ends somewhere deepens to %s', async (_, args, ends, expected) => {
    const lines = fetching(`want ${third}`, `shallow ${third}`, `have ${third}`, ...args, 'done');
    const answer = takeApart(await answerTo(2, lines));
    expect(answer.lines).toEqual(['shallow-info\n', ...ends, '0001', 'packfile\n', '0000']);
    expect(await idsIn(answer.pack)).toEqual([...expected].sort());
  });

  it.each([
    ['blob:none', [...ids.commits, ...ids.trees]],
    ['blob:limit=3', [...ids.commits, ...ids.trees, ...ids.numbers]],
    ['tree:0', [...ids.commits]],
    ['object:type=blob', [third, ...ids.texts, ...ids.numbers]],
  ])('leaves out what the filter %s does', async (filter, expected) => {
    const answer = takeApart(await answerTo(2, fetching(`want ${third}`, `filter ${filter}`, 'done')));
    expect(await idsIn(answer.pack)).toEqual([...expected].sort());
  });

  it('has its lines in the first side-band too where it asks for that', async () => {
    const lines = fetching('sideband-all', 'wait-for-done', `have ${first}`);
    expect(await textOf(2, lines)).toBe(`0015\u0001acknowledgments\n0032\u0001ACK ${first}\n0000`);
    const answer = takeApart(await answerTo(2, fetching('sideband-all', `want ${first}`, 'done')));
    expect(answer.lines).toEqual(['1:packfile\n', '0000']);
    expect(await idsIn(answer.pack)).toEqual(edition(0).sort());
  });
});
