import { describe, expect, it } from 'vitest';
import { answerTo, fetching, getText, threeEditions, toBody, unknown } from '../testing/answers.ts';
import { ids } from '../testing/packs.ts';
import { uploadPack } from './upload-pack.ts';

const [, , third] = ids.commits;

const decoder = new TextDecoder();

describe('a request of version 2', () => {
  it.each([
    ['nothing', []],
    ['only a flush', ['0000']],
  ])('gets an empty response when it is %s', async (_, lines) => {
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
  ])('is refused with one packet when it is invalid: %j', async (lines, message) => {
    const text = await getText(2, lines);
    expect(text).toContain(message);
    expect(text.slice(4, 8)).toBe('ERR ');
    expect(Number.parseInt(text.slice(0, 4), 16)).toBe(text.length);
  });

  it('ignores unknown commits of a client that sends done', async () => {
    const text = await getText(2, fetching(`want ${third}`, `have ${unknown}`, 'done'));
    expect(text.slice(4)).toMatch(/^packfile\n/);
    expect(text).not.toContain('not our ref');
  });

  it('may carry unknown capabilities and options', async () => {
    const lines = [
      'command=ls-refs\n',
      'colour=red\n',
      'server-option=x\n',
      '0001',
      'ref-prefix x\n',
      '0000',
    ];
    expect(await getText(2, lines)).toBe('0000');
  });

  it('is refused when it is not in packets', async () => {
    const answer = await uploadPack(await threeEditions(), toBody(new TextEncoder().encode('hello, world')), {
      version: 2,
    });
    expect(decoder.decode(answer as Uint8Array)).toBe(
      '0037ERR protocol error: bad line length character: hell',
    );
  });

  it('gets sizes, byte for byte', async () => {
    const lines = [`oid ${ids.numbers[0]}`, `oid ${unknown}`, `oid ${ids.texts[1]}`];
    const asking = ['command=object-info\n', '0001', 'size', ...lines, '0000'];
    expect(await getText(2, asking)).toBe(
      `0008size002e${ids.numbers[0]} 2002d${unknown} 0030${ids.texts[1]} 4810000`,
    );
    expect(await getText(2, ['command=object-info\n', '0001', 'size', '0000'])).toBe('0000');
  });
});

describe('a fetch of the older versions', () => {
  it.each([
    [[`want ${unknown}\n`, '0000', 'done\n'], `upload-pack: not our ref ${unknown}`],
    [[`want ${third} object-format=sha256\n`, '0000', 'done\n'], 'client sha256'],
    [[`want ${'a'.repeat(64)} side-band object-format=sha256\n`, '0000', 'done\n'], 'client sha256'],
    [['wish\n', '0000', 'done\n'], "expected to get object ID, not 'wish'"],
    [[`want ${third}\n`], 'hung up'],
    [[`want ${third}\n`, '0001'], 'unexpected delimiter packet'],
    [[`want ${third}\n`, '0000', `have ${third}\n`], 'hung up'],
    [[`want ${third}\n`, '0000', 'hurry\n'], "expected SHA1 list, got 'hurry'"],
    [[`want ${third}\n`, '0000', 'have x\n'], "expected SHA1 object, got 'x'"],
  ])('is refused with one packet when it is invalid: %j', async (lines, message) => {
    const text = await getText(0, lines);
    expect(text.slice(4, 8)).toBe('ERR ');
    expect(text).toContain(message);
  });
});
