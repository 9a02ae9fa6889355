import { describe, expect, it } from 'vitest';
import { getText, join } from '../objects/bytes.ts';
import { createPack } from '../objects/write-pack.ts';
import { readDiscovery } from './discovery.ts';
import { readFetchV0, readFetchV2 } from './fetch.ts';
import { delimiter, flush, line, PacketReader, packet } from './packets.ts';
import { pushHead, readReport, refused, zeros } from './push.ts';

const id = '1'.repeat(40);
const empty = createPack([]);
const band = (number: number, content: Uint8Array | string) =>
  packet(join(Uint8Array.from([number]), content));

describe('packets', () => {
  it('are parsed one after another', () => {
    const reader = new PacketReader(join(line('one'), packet('two'), flush, delimiter, '0004'));
    expect([reader.line(), reader.line()]).toEqual(['one', 'two']);
    expect([reader.next(), reader.next(), reader.more]).toEqual(['flush', 'delimiter', true]);
    expect([reader.line(), reader.next()]).toEqual(['', undefined]);
  });

  it.each(['zzzz', '000', '0003', '0009abc', 'fff5'])('are refused: %s', (text) => {
    expect(() => new PacketReader(join(text)).next()).toThrow(/packet/i);
  });
});

describe('a discovery', () => {
  const head = join(line('# service=git-upload-pack'), flush);
  it('is parsed with its refs, capabilities and version', () => {
    const bytes = join(head, line('version 1'), line(`${id} HEAD\0a b=c b=d`), line(`${id} refs/x`), flush);
    const found = readDiscovery(bytes, 'git-upload-pack');
    expect(found).toMatchObject({ version: 1, named: true, zeros: false });
    expect(found.refs.map(({ name }) => name)).toEqual(['HEAD', 'refs/x']);
    expect([...found.capabilities]).toEqual([
      ['a', ['']],
      ['b', ['c', 'd']],
    ]);
  });

  it('may have no refs', () => {
    expect(readDiscovery(join(head, flush), 'git-upload-pack').refs).toEqual([]);
    const bytes = join(head, line(`${zeros} capabilities^{}\0a`), flush);
    expect(readDiscovery(bytes, 'git-upload-pack')).toMatchObject({ refs: [], zeros: true });
  });

  it.each([
    ['has no end', join(head, line(`${id} HEAD\0a`)), /without a flush/],
    ['goes on after its end', join(head, flush, flush), /More follows/],
    ['has an invalid line', join(head, line('hello'), flush), /has the line/],
  ])('is refused where it %s', (_, bytes, message) => {
    expect(() => readDiscovery(bytes, 'git-upload-pack')).toThrow(message);
  });
});

describe('an answer to a fetch', () => {
  it('is parsed section by section in version 2', () => {
    const bytes = join(
      line('acknowledgments'),
      line(`ACK ${id}`),
      line('ready'),
      delimiter,
      line('packfile'),
      band(2, 'hello'),
      band(1, empty),
      flush,
    );
    const answer = readFetchV2(200, bytes);
    expect(answer).toMatchObject({
      acknowledgments: [`ACK ${id}`, 'ready'],
      progress: 'hello',
      error: undefined,
    });
    expect(answer.pack).toEqual(empty);
  });

  it('is parsed with and without bands in version 0', () => {
    const shallow = join(line(`shallow ${id}`), flush);
    const banded = readFetchV0(200, join(shallow, line('NAK'), band(1, empty), flush), {
      banded: true,
      deep: true,
    });
    expect(banded).toMatchObject({ shallow: [id], acknowledgments: ['NAK'], pack: empty });
    expect(readFetchV0(200, join(line('NAK'), empty), { banded: false, deep: false }).pack).toEqual(empty);
  });

  it.each([
    ['an error packet', line('ERR no'), 'no'],
    ['an error on the third band', join(line('packfile'), band(3, 'no'), flush), 'no'],
    ['nothing', new Uint8Array(), 'nothing was answered'],
    ['a section without an end', join(line('shallow-info')), 'the section shallow-info has no end'],
  ])('is an error for %s', (_, bytes, error) => {
    expect(readFetchV2(200, bytes).error).toBe(error);
  });
});

describe('a push', () => {
  it('is serialized with its capabilities, shallow commits and options', () => {
    const commands = [
      { name: 'refs/heads/a', to: id },
      { name: 'refs/heads/b', from: id },
    ];
    const head = getText(pushHead({ commands, capabilities: ['atomic'], shallow: [id], options: ['x'] }));
    expect(head.replaceAll(id, 'ID').replaceAll(zeros, 'NONE')).toBe(
      '0035shallow ID\n006aNONE ID refs/heads/a\0 atomic0063ID NONE refs/heads/b\n00000006x\n0000',
    );
  });

  it('is parsed ref by ref', () => {
    const inner = join(
      line('unpack ok'),
      line('ok refs/heads/a'),
      line('option old-oid x'),
      line('ng refs/heads/b stale ref'),
      flush,
    );
    const answer = readReport(200, join(band(2, 'note'), band(1, inner), flush));
    expect(answer).toMatchObject({
      unpack: 'ok',
      refs: { 'refs/heads/a': 'ok', 'refs/heads/b': 'stale ref' },
      progress: 'note',
    });
    expect(answer.details).toEqual({ 'refs/heads/a': ['old-oid x'] });
    expect(() => refused(answer, 'of b', ['refs/heads/b'])).not.toThrow();
    expect(() => refused(answer, 'of both')).toThrow(/was not refused/);
    expect(() => readReport(200, join(band(1, inner)))).toThrow(/without a flush/);
  });
});
