import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pipeTransport } from './browser-process.ts';
import {
  explainComplaints,
  explainSpawnError,
  isPacked,
  lacksSandbox,
  missingLibrary,
} from './launch-browser.ts';

const loading = (library: string) =>
  `/x/chromium: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory`;

describe('explainComplaints', () => {
  it.each([
    [loading('libgbm.so.1'), true, '/x/chromium: the shared library libgbm.so.1 is missing on this system'],
    [
      "/x/chromium: /lib/libc.so.6: version `GLIBC_2.34' not found (required by /x/chromium)",
      true,
      '/x/chromium: the C library of this system is too old, it has no GLIBC_2.34',
    ],
    [
      'one\ntwo\nthree\nfour\n',
      true,
      '/x/chromium: it ended as soon as it was started, and wrote: two | three | four',
    ],
    ['', false, '/x/chromium: it was started and did not answer'],
  ])('of %j is recognized', (complaints, ended, words) => {
    expect(explainComplaints(complaints, '/x/chromium', ended).message).toBe(words);
  });
});

describe('explainSpawnError', () => {
  it.each([
    ['ENOENT', /there is no such file/],
    ['EACCES', /may not be executed/],
    ['ENOEXEC', /not a program for this system/],
    ['EMFILE', /too many files/],
  ])('of %s is explained', (code, words) => {
    const error = Object.assign(new Error('too many files'), { code });
    const failure = explainSpawnError(error, '/x/chromium');
    expect(failure.message).toMatch(words);
    expect(failure.cause).toBe(error);
  });
});

describe('missingLibrary', () => {
  it.each([
    [loading('libnss3.so'), 'libnss3.so', true],
    [loading('/usr/lib/libexpat.so.1'), '/usr/lib/libexpat.so.1', true],
    [loading('libgbm.so.1'), 'libgbm.so.1', false],
  ])('of %j is %s, which is packed: %s', (complaints, library, packed) => {
    expect(missingLibrary(complaints)).toBe(library);
    expect(isPacked(library)).toBe(packed);
  });

  it('is none if none is missing', () => {
    expect(missingLibrary('DevTools listening')).toBeUndefined();
  });
});

describe('lacksSandbox', () => {
  it.each([
    ['[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu', true],
    ['Running as root without --no-sandbox is not supported.', true],
    ['Failed to move to new namespace: PID namespaces supported, Network namespace supported', true],
    [loading('libnss3.so'), false],
    ['', false],
  ])('of %j is %s', (complaints, expected) => {
    expect(lacksSandbox(complaints)).toBe(expected);
  });
});

function open() {
  const [write, read] = [new PassThrough(), new PassThrough()];
  const transport = pipeTransport(write, read);
  const messages: string[] = [];
  let closed = 0;
  transport.onmessage = (message) => messages.push(message);
  transport.onclose = () => closed++;
  return { write, read, transport, messages, closed: () => closed };
}

const turns = async () => {
  for (let turned = 0; turned < 5; turned++) await turn();
};

describe('pipeTransport', () => {
  it.each([
    [['{"id":1}\0'], ['{"id":1}']],
    [['{"id":1}\0{"id":2}\0'], ['{"id":1}', '{"id":2}']],
    [
      ['{"i', 'd":1', '}\0{', '"id":2}\0'],
      ['{"id":1}', '{"id":2}'],
    ],
    [['{"id":1}', '\0'], ['{"id":1}']],
    [['{"id":1}'], []],
  ])('reads %j as %j', async (chunks, expected) => {
    const { read, messages } = open();
    for (const chunk of chunks) read.write(chunk);
    await turns();
    expect(messages).toEqual(expected);
  });

  it('joins characters that were split in two', async () => {
    const { read, messages } = open();
    const bytes = Buffer.from('"ελ"\0');
    read.write(bytes.subarray(0, 2));
    read.write(bytes.subarray(2));
    await turns();
    expect(messages).toEqual(['"ελ"']);
  });

  it('ends each message with a zero byte, and writes messages of one turn together', async () => {
    const { write, transport } = open();
    const writes: string[] = [];
    write.on('data', (chunk) => writes.push(String(chunk)));
    transport.send('{"id":1}');
    transport.send('{"id":2}');
    await turns();
    transport.send('{"id":3}');
    await turns();
    expect(writes).toEqual(['{"id":1}\0{"id":2}\0', '{"id":3}\0']);
  });

  it.each<[string, (pipes: ReturnType<typeof open>) => void]>([
    ['the other side closes', ({ read }) => read.destroy()],
    ['a pipe breaks on writing', ({ write }) => write.destroy(new Error('EPIPE'))],
    ['a pipe breaks on reading', ({ read }) => read.destroy(new Error('ECONNRESET'))],
    ['this side closes it', ({ transport }) => transport.close()],
  ])('reports once that it is closed when %s, and nothing after', async (_, close) => {
    const pipes = open();
    pipes.read.write('{"id":1}\0');
    await turn();
    close(pipes);
    await turns();
    const count = pipes.messages.length;
    pipes.transport.end();
    pipes.transport.send('{"id":2}');
    await turns();
    expect(pipes.closed()).toBe(1);
    expect(pipes.messages).toHaveLength(count);
  });
});
