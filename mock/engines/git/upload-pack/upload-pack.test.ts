import { describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import type { ProtocolVersion } from '../advertise/capabilities.ts';
import { hashObject } from '../pack/hash-object.ts';
import { idAt } from '../pack/id-bytes.ts';
import { buildPack } from '../pack/testing/build-pack.ts';
import { ids } from '../pack/testing/packs.ts';
import { databaseOf } from '../pack/testing/received.ts';
import { narrowBandBytes } from '../protocol/side-band-writer.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import { bodyOf, someRefs, threeEditions, wire } from './testing/three-editions.ts';
import { uploadPack } from './upload-pack.ts';

const [first, second, third] = ids.commits;
const unknown = '1'.repeat(40);
const decoder = new TextDecoder();

/** An answer: the lines before the pack, and what the side-bands hold. */
interface Answer {
  readonly lines: readonly string[];
  readonly pack: Uint8Array;
  readonly progress: string;
  readonly error: string;
  readonly longest: number;
}

async function answerTo(
  version: ProtocolVersion,
  lines: readonly string[],
  repository?: GitRepository,
): Promise<Uint8Array> {
  const body = bodyOf(wire(...lines));
  const answer = await uploadPack(repository ?? (await threeEditions()), body, { version });
  return new Response(answer instanceof ReadableStream ? answer : Uint8Array.from(answer)).bytes();
}

const textOf = async (version: ProtocolVersion, lines: readonly string[], repository?: GitRepository) =>
  decoder.decode(await answerTo(version, lines, repository));

/** Takes an answer apart; `before` is how it looks until the side-bands begin, where it has any. */
function takeApart(bytes: Uint8Array, isBanded = true): Answer {
  const lines: string[] = [];
  const bands = ['', '', ''];
  const pack: Uint8Array[] = [];
  let longest = 0;
  let at = 0;
  while (at < bytes.length) {
    if (!isBanded && decoder.decode(bytes.subarray(at, at + 4)) === 'PACK') {
      return { lines, pack: bytes.subarray(at), progress: '', error: '', longest };
    }
    const length = Number.parseInt(decoder.decode(bytes.subarray(at, at + 4)), 16);
    const data = bytes.subarray(at + 4, at + Math.max(4, length));
    at += Math.max(4, length);
    const band = data[0] ?? 0;
    longest = Math.max(longest, length);
    if (length < 4) lines.push(`000${length}`);
    else if (band === 1 && lines.length === 0) lines.push(`1:${decoder.decode(data.subarray(1))}`);
    else if (band === 1) pack.push(data.subarray(1));
    else if (band < 4) bands[band - 1] += decoder.decode(data.subarray(1));
    else lines.push(decoder.decode(data));
  }
  return { lines, pack: joined(pack), progress: bands[1] ?? '', error: bands[2] ?? '', longest };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Ids that a pack has, once it is taken in by who has some others. */
const idsIn = async (pack: Uint8Array) => [...(await databaseOf([pack])).ids()].sort();
const all = Object.values(ids).flat().sort();
const edition = (place: 0 | 1 | 2) => [
  ids.commits[place],
  ids.trees[place],
  ids.texts[place],
  ids.numbers[place],
];
const fetching = (...args: string[]) => [
  'command=fetch',
  'agent=git/2.39.5',
  'object-format=sha1',
  '0001',
  ...args.map((line) => `${line}\n`),
  '0000',
];

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

describe('the pack', () => {
  /** A repository that lost one of its trees. */
  const broken = async () => {
    const repository = await threeEditions();
    const { objects } = repository;
    const read = objects.read.bind(objects);
    objects.read = (id) => (id === ids.trees[0] ? undefined : read(id));
    return repository;
  };

  it('says in the third side-band what is missing, once it is under way', async () => {
    const answer = takeApart(await answerTo(2, fetching(`want ${third}`, 'done'), await broken()));
    expect(answer.error).toBe(`missing tree ${ids.trees[0]}\n`);
    expect(answer.lines).toEqual(['packfile\n']);
  });

  it('breaks off where there is no side-band to say it in', async () => {
    const lines = [`want ${third} ofs-delta\n`, '0000', 'done\n'];
    await expect(answerTo(0, lines, await broken())).rejects.toThrow(`missing tree ${ids.trees[0]}`);
  });

  it('is made as far as it is read, and never whole in memory', async () => {
    let state = 1;
    const noise = new Uint8Array(8_388_608).map(
      () => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647),
    );
    const big = buildPack([{ kind: 3, data: noise }]);
    const blob = idAt(hashObject(gitCodec, 'blob', noise), 0);
    const repository = await threeEditions(someRefs, { more: [big] });
    let taken = 0;
    for (const pack of repository.objects.openPacks) {
      const slice = pack.slice.bind(pack);
      pack.slice = (offset, length) => {
        taken += length;
        return slice(offset, length);
      };
    }
    const body = bodyOf(wire(...fetching('ofs-delta', `want ${blob}`, 'done')));
    const answer = await uploadPack(repository, body, { version: 2 });
    if (!(answer instanceof ReadableStream)) throw new Error('a pack is a stream');
    const reader = answer.getReader();
    const pieces: Uint8Array[] = [];
    for (let place = 0; place < 3; place++) pieces.push((await reader.read()).value ?? new Uint8Array());
    expect(taken).toBeLessThan(2_000_000);
    for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
    expect(Buffer.compare(takeApart(joined(pieces)).pack, big)).toBe(0);
  });

  it('is made no further when nobody reads it', async () => {
    const repository = await threeEditions();
    const body = bodyOf(wire(...fetching(`want ${third}`, 'done')));
    const answer = await uploadPack(repository, body, { version: 2 });
    if (!(answer instanceof ReadableStream)) throw new Error('a pack is a stream');
    let walks = 0;
    const prepare = repository.sends.prepare.bind(repository.sends);
    repository.sends.prepare = (...args) => {
      walks++;
      return prepare(...args);
    };
    const reader = answer.getReader();
    expect(decoder.decode((await reader.read()).value)).toBe('000dpackfile\n');
    await reader.cancel();
    expect(walks).toBeLessThanOrEqual(1);
    expect(await reader.closed).toBeUndefined();
  });

  it('stops where it is told to', async () => {
    const stop = new AbortController();
    const body = bodyOf(wire(...fetching(`want ${third}`, 'done')));
    const answer = await uploadPack(await threeEditions(), body, { version: 2, signal: stop.signal });
    stop.abort(new Error('gone'));
    await expect(new Response(answer as ReadableStream<Uint8Array<ArrayBuffer>>).bytes()).rejects.toThrow(
      'gone',
    );
  });

  it('is the same for all who ask at once, and walked for once', async () => {
    const repository = await threeEditions();
    let reads = 0;
    const read = repository.objects.read.bind(repository.objects);
    repository.objects.read = (id) => {
      reads++;
      return read(id);
    };
    const lines = fetching(`want ${third}`, 'done');
    const one = await answerTo(2, lines, repository);
    const alone = reads;
    const many = await Promise.all(Array.from({ length: 8 }, () => answerTo(2, lines, repository)));
    for (const answer of many) expect(answer).toEqual(one);
    expect(reads).toBeLessThanOrEqual(alone * 2);
  });
});
