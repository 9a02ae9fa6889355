import { connect, type Socket } from 'node:net';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { chatRequest } from './inference-client.ts';
import { watchProcess } from './markdown-watch.ts';
import { authorization, touchstoneCommand } from './peers.ts';
import { BenchError, type Processes } from './processes.ts';

const opening = 30_000;

/** A reply that goes on for some minutes: a token a second. */
const slowReply = { reply: { text: 'word '.repeat(200), tokensPerSecond: 1 } };

/**
 * Bytes of memory of a server that holds streams open, all of which have begun; at its peak since it was asked.
 *
 * @throws BenchError when one of them does not begin
 */
export async function memoryOfStreams(processes: Processes, count: number): Promise<number> {
  const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
  const told = await fetch(`${server.url}/_touchstone/model-replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(slowReply),
  });
  if (!told.ok) throw new BenchError('bench', `no reply was taken: ${await told.text()}`);
  const watch = await watchProcess(server.pid);
  const sockets = await openStreams(Number(new URL(server.url).port), count);
  await Bun.sleep(2_000); // Some tokens of each.
  const used = await watch.peak();
  const cut = sockets.filter((socket) => socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  await server.stop();
  if (cut > 0) throw new BenchError('bench', `${cut} of ${count} streams were cut off`);
  return used;
}

/** Opens streams and waits until the body of each has begun. */
async function openStreams(port: number, count: number): Promise<Socket[]> {
  const path = `/client/v4/accounts/${worldDefaults.accountId}/ai/v1/chat/completions`;
  const job = { port, path, model: 'openai/gpt-5', authorization, stream: true };
  const sockets: Socket[] = [];
  const begun: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const socket = connect({ host: '127.0.0.1', port });
    sockets.push(socket);
    begun.push(firstFrame(socket));
    socket.on('connect', () => socket.write(chatRequest(job, index)));
  }
  const late = Bun.sleep(opening).then(() => {
    throw new BenchError('bench', `not all of ${count} streams began`);
  });
  await Promise.race([Promise.all(begun), late]);
  return sockets;
}

function firstFrame(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.on('data', (chunk) => {
      if (received.length < 4096) received += chunk.toString('latin1');
      if (!received.includes('\r\n\r\n') || !received.includes('data: ')) return;
      if (received.startsWith('HTTP/1.1 200 ')) resolve();
      else reject(new BenchError('bench', `no stream: ${received.slice(0, 200)}`));
    });
    socket.on('error', reject);
  });
}
