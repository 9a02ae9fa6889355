import { describe, expect, it } from 'vitest';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function stream(...pieces: readonly Uint8Array[]) {
  const left = [...pieces];
  const state = { cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { body, state };
}

/** A stream that never sends anything. */
function silent() {
  const state = { cancelled: false };
  const cancel = () => {
    state.cancelled = true;
  };
  return { body: new ReadableStream<Uint8Array>({ cancel }), state };
}

async function read(...pieces: readonly string[]): Promise<ServerSentEvent[]> {
  return Array.fromAsync(serverSentEvents(stream(...pieces.map(bytes)).body));
}

describe('serverSentEvents', () => {
  it.each<[string, string[], Partial<ServerSentEvent>[]]>([
    ['a message', ['data: a\n\n'], [{ event: 'message', data: 'a', id: '' }]],
    ['name, id and data', ['id: 7\nevent: x\ndata: a\n\n'], [{ event: 'x', data: 'a', id: '7' }]],
    ['several lines of data', ['data: a\ndata\ndata:b\n\n'], [{ data: 'a\n\nb' }]],
    ['the last id for what has none', ['id: 7\ndata: a\n\ndata: b\n\n'], [{ id: '7' }, { id: '7' }]],
    [
      'no name for the next message',
      ['event: x\ndata: a\n\ndata: b\n\n'],
      [{ event: 'x' }, { event: 'message' }],
    ],
    ['nothing without data', ['id: 7\nevent: x\n\n', ': comment\n\n'], []],
    ['nothing of an unfinished message', ['data: a\n\ndata: b\n'], [{ data: 'a' }]],
    ['lines ended by CR and CRLF', ['data: a\r\rdata: b\r\n\r\n'], [{ data: 'a' }, { data: 'b' }]],
    ['a CRLF cut in two', ['data: a\r', '\ndata: b\r\n', '\r\n'], [{ data: 'a\nb' }]],
    ['one space behind the colon alone', ['data:  a\n\n'], [{ data: ' a' }]],
    ['no id with a zero byte', ['id: a\0b\ndata: a\n\n'], [{ id: '' }]],
    ['nothing for unknown fields', ['colour: red\ndata: a\n\n'], [{ data: 'a' }]],
  ])('reads %s', async (_, pieces, expected) => {
    expect(await read(...pieces)).toMatchObject(expected);
    expect(await read(...pieces)).toHaveLength(expected.length);
  });

  it('reads characters that arrive in pieces', async () => {
    const all = bytes('data: é😀\n\n');
    const pieces = [...all].map((byte) => Uint8Array.of(byte));
    const events = await Array.fromAsync(serverSentEvents(stream(...pieces).body));
    expect(events.map(({ data }) => data)).toEqual(['é😀']);
  });

  it('reports comments and the reconnection time', async () => {
    const received: unknown[] = [];
    const { body } = stream(bytes(': still here\nretry: 1000\nretry: soon\n\n'));
    const notes = {
      comment: (text: string) => received.push(text),
      retry: (ms: number) => received.push(ms),
    };
    await Array.fromAsync(serverSentEvents(body, notes));
    expect(received).toEqual(['still here', 1000]);
  });

  it('cancels the stream and ends when the signal aborts', async () => {
    const controller = new AbortController();
    const { body, state } = silent();
    const reading = Array.fromAsync(serverSentEvents(body, { signal: controller.signal }));
    controller.abort();
    expect(await reading).toEqual([]);
    expect(state.cancelled).toBe(true);
  });

  it('cancels the stream when the reader stops', async () => {
    const { body, state } = stream(bytes('data: a\n\n'), bytes('data: b\n\n'));
    for await (const _ of serverSentEvents(body)) break;
    expect(state.cancelled).toBe(true);
  });
});
