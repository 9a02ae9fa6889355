import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pipeTransport } from './pipe-transport.ts';

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
  ])('takes %j as %j', async (chunks, expected) => {
    const { read, messages } = open();
    for (const chunk of chunks) read.write(chunk);
    await turns();
    expect(messages).toEqual(expected);
  });

  it('takes characters apart that were cut in two', async () => {
    const { read, messages } = open();
    const bytes = Buffer.from('"ελ"\0');
    read.write(bytes.subarray(0, 2));
    read.write(bytes.subarray(2));
    await turns();
    expect(messages).toEqual(['"ελ"']);
  });

  it('ends each message with a zero byte, and writes at once what is sent in one go', async () => {
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
  ])('says once that it is closed when %s, and tells nothing after', async (_, close) => {
    const pipes = open();
    pipes.read.write('{"id":1}\0');
    await turn();
    close(pipes);
    await turns();
    const told = pipes.messages.length;
    pipes.transport.end();
    pipes.transport.send('{"id":2}');
    await turns();
    expect(pipes.closed()).toBe(1);
    expect(pipes.messages).toHaveLength(told);
  });
});
