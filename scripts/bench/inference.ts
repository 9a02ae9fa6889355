import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { type Load, startLoad } from './load.ts';
import { type LoadReport, numbered } from './load-generator.ts';
import { interleave, perSecond, ratio, type Series, type Take } from './measure.ts';
import { authorization, nodeCommand, packages, touchstoneCommand } from './peers.ts';
import { watchProcess } from './process-memory.ts';
import { BenchError, type Processes, type RunningServer } from './processes.ts';
import { figure, type Result, table } from './table.ts';

/** The form of the peers' answers. */
export interface AnswerShape {
  /** The text of the answer. */
  readonly text: string;
  /** Number of pieces in a stream. */
  readonly pieces: number;
}

/** Length of each piece of a text, for about the requested number of pieces. */
export function pieceLength({ text, pieces }: AnswerShape): number {
  return Math.max(1, Math.round(text.length / pieces));
}

/** aimock answers every message with the text of a fixture; this is its fixture file. */
export function aimockFixtures({ text }: AnswerShape): string {
  return JSON.stringify({ fixtures: [{ match: { userMessage: 'Hello' }, response: { content: text } }] });
}

/** mock-llm answers by rules; these return the text, without its usual pause between pieces. */
export function mockLlmConfig(shape: AnswerShape): string {
  const content = JSON.stringify({
    id: 'chatcmpl-{{timestamp}}',
    object: 'chat.completion',
    model: '{{jmes request body.model}}',
    choices: [{ message: { role: 'assistant', content: shape.text }, finish_reason: 'stop' }],
  });
  // The file is YAML, and JSON is YAML.
  return JSON.stringify({
    streaming: { chunkSize: pieceLength(shape), chunkIntervalMs: 0 },
    rules: [{ path: '/v1/chat/completions', method: 'POST', match: '@', response: { status: 200, content } }],
  });
}

/** The command line of aimock on Node with its log turned off. @param folder for its fixtures */
export async function aimockCommand(
  folder: string,
  shape: AnswerShape,
): Promise<(port: number) => readonly string[]> {
  const fixtures = join(folder, 'aimock.json');
  await writeFile(fixtures, aimockFixtures(shape));
  const program = join(packages, '@copilotkit', 'aimock', 'dist', 'cli.js');
  return (port) => [
    ...[nodeCommand, program, '--port', String(port), '--fixtures', fixtures],
    ...['--chunk-size', String(pieceLength(shape)), '--log-level', 'silent'],
  ];
}

/** The command line of mock-llm on Node. @param folder for its configuration */
export async function mockLlmCommand(
  folder: string,
  shape: AnswerShape,
): Promise<(port: number) => readonly string[]> {
  const config = join(folder, 'mock-llm.yaml');
  await writeFile(config, mockLlmConfig(shape));
  const program = join(packages, '@dwmkerr', 'mock-llm', 'dist', 'main.js');
  // It reads its port only from the environment.
  return (port) => ['env', `PORT=${port}`, 'HOST=127.0.0.1', nodeCommand, program, '--config', config];
}

const opening = 30_000;

/** A reply that takes some minutes: a token a second. */
const slowReply = { reply: { text: 'word '.repeat(200), tokensPerSecond: 1 } };

/**
 * Peak memory of a server with open streams, all of which have started, in bytes since the start of the measurement.
 *
 * @throws BenchError when one of them does not start
 */
export async function memoryOfStreams(processes: Processes, count: number): Promise<number> {
  const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
  const response = await fetch(`${server.url}/_touchstone/model-replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(slowReply),
  });
  if (!response.ok) throw new BenchError('bench', `no reply was taken: ${await response.text()}`);
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

/** Opens streams and waits until the body of each has started. */
async function openStreams(port: number, count: number): Promise<Socket[]> {
  const path = `/client/v4/accounts/${worldDefaults.accountId}/ai/v1/chat/completions`;
  const request = chatRequest({ port, path, model: 'openai/gpt-5', stream: true });
  const sockets: Socket[] = [];
  const begun: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const socket = connect({ host: '127.0.0.1', port });
    sockets.push(socket);
    begun.push(firstFrame(socket));
    socket.on('connect', () => socket.write(numbered(request, index)));
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

/** Number of chats; no two of them are alike. */
interface Chats {
  readonly stream: boolean;
  readonly requests: number;
}

/** A server and its requests. */
interface Asked {
  readonly server: RunningServer;
  readonly path: string;
  readonly model: string;
}

const connections = 16;
const rounds = 5;
/** Warm-up rounds: runtimes compile hot code, some later than others. */
const warmUps = 4;
const heldStreams = 1000;
const aimedBytes = 300e6;
/** The stream of the model server in the last lines; a fast model takes some milliseconds for a token. */
const paced = { tokens: 1000, pause: 4 };
const hurried = { tokens: 2000, pause: 0 };
const ownPath = `/client/v4/accounts/${worldDefaults.accountId}/ai/v1/chat/completions`;
const usualPath = '/v1/chat/completions';

/** Chats against other mocks of model servers, open streams, and the cost of an upstream. */
export async function measureInference(processes: Processes): Promise<string> {
  const say = (what: string) => console.error(`bench: inference, ${what}`);
  const client = startLoad(processes);
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-inference-'));
  try {
    say('beside other mocks');
    const beside = await measureBeside(processes, client, folder);
    say(`${heldStreams} streams`);
    const memory = await measureMemory(processes);
    say('in front of a model server');
    const upstream = await measureUpstream(processes, client);
    return table([...beside, memory, ...upstream]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureBeside(processes: Processes, client: Load, folder: string): Promise<Result[]> {
  const ownServer = await processes.serve(touchstoneCommand, '/_touchstone/info');
  const shape = await getAnswer(ownServer);
  const ours: Asked = { server: ownServer, path: ownPath, model: 'openai/gpt-5' };
  const peer = async (command: (port: number) => readonly string[]): Promise<Asked> => ({
    server: await processes.serve(command, '/health'),
    path: usualPath,
    model: 'gpt-5',
  });
  const aimock = await peer(await aimockCommand(folder, shape));
  const mockLlm = await peer(await mockLlmCommand(folder, shape));
  const counter = countingFrom(0);

  const rate = (asked: Asked, chats: Chats): Take => {
    const { requests } = chats;
    return async () => {
      const from = counter(requests);
      return perSecond(requests, (await ask(client, asked, { ...chats, connections, from })).milliseconds);
    };
  };
  const besides = (ourChats: Chats, mockLlmChats: Chats = ourChats) =>
    interleave(
      {
        ours: rate(ours, ourChats),
        aimock: rate(aimock, ourChats),
        mockLlm: rate(mockLlm, mockLlmChats),
      },
      rounds,
      warmUps,
    );
  const first = (asked: Asked): Take => {
    const chats = { stream: true, requests: 100, connections: 1 };
    return async () => (await ask(client, asked, { ...chats, from: counter(100) })).firstByte;
  };
  // Each takes a second or more: other work on a shared machine sometimes halves the figures of shorter rounds.
  const chats = await besides({ stream: false, requests: 20_000 });
  const streams = await besides({ stream: true, requests: 5_000 }, { stream: true, requests: 500 });
  const begins = await interleave(
    { ours: first(ours), aimock: first(aimock), mockLlm: first(mockLlm) },
    rounds,
  );
  await Promise.all([ours, aimock, mockLlm].map(({ server }) => server.stop()));
  const names = { aimock: 'aimock', mockLlm: 'mock-llm' } as const;
  return (['aimock', 'mockLlm'] as const).flatMap((name) => [
    compared('Chat completions, all different', names[name], chats.ours, chats[name]),
    compared('Streams, all different', names[name], streams.ours, streams[name]),
    {
      name: 'First byte of a stream',
      ours: `${figure(begins.ours.median)} ms`,
      peer: `${names[name]}: ${figure(begins[name].median)} ms`,
      ratio: ratio(begins[name], begins.ours),
    },
  ]);
}

function compared(name: string, peer: string, ours: Series, theirs: Series): Result {
  return {
    name: `${name}, ${connections} connections`,
    ours: `${figure(ours.median)} /s`,
    peer: `${peer}: ${figure(theirs.median)} /s`,
    ratio: ratio(ours, theirs),
    target: { atLeast: 1.2 },
  };
}

async function measureMemory(processes: Processes): Promise<Result> {
  const { bytes } = await interleave({ bytes: () => memoryOfStreams(processes, heldStreams) }, 3, 0);
  const aim: Series = { ...bytes, rounds: bytes.rounds.map(() => aimedBytes) };
  return {
    name: `Peak memory of ${figure(heldStreams)} streams held open`,
    ours: `${figure(bytes.median / 1e6)} MB`,
    peer: `the aim: ${aimedBytes / 1e6} MB`,
    ratio: ratio(bytes, aim),
    target: { atMost: 1 },
  };
}

async function measureUpstream(processes: Processes, client: Load): Promise<Result[]> {
  const [slow, fast] = [
    await through(processes, client, paced, 3),
    await through(processes, client, hurried, 7),
  ];
  return [
    {
      ...slow,
      name: `A token of a model server that takes ${paced.pause} ms for each`,
      target: { atMost: 1.05 },
    },
    { ...fast, name: 'A token of a model server that never pauses' },
  ];
}

/** A stream of a model server, directly and through Touchstone. */
async function through(
  processes: Processes,
  client: Load,
  { tokens, pause }: typeof paced,
  rounds: number,
): Promise<Omit<Result, 'name'>> {
  const program = join(import.meta.dirname, 'inference-stub.ts');
  const stub = await processes.serve(
    (port) => [process.execPath, program, String(port), String(tokens), String(pause)],
    '/',
  );
  const server = await processes.serve(
    (port) => [...touchstoneCommand(port), '--upstream', `${stub.url}/v1`],
    '/_touchstone/info',
  );
  const take = (asked: Asked): Take => {
    const chats = { stream: true, requests: 1, connections: 1, from: 0 };
    return async () => (await ask(client, asked, chats)).milliseconds / tokens;
  };
  const figures = await interleave(
    {
      ours: take({ server, path: ownPath, model: 'openai/gpt-5' }),
      direct: take({ server: stub, path: usualPath, model: 'stub' }),
    },
    rounds,
    2,
  );
  await server.stop();
  await stub.stop();
  return {
    ours: `${figure(figures.ours.median * 1000)} µs`,
    peer: `the same server, directly: ${figure(figures.direct.median * 1000)} µs`,
    ratio: ratio(figures.ours, figures.direct),
  };
}

function ask(
  client: Load,
  { server, path, model }: Asked,
  { stream, ...counts }: Chats & { readonly connections: number; readonly from: number },
): Promise<LoadReport> {
  const port = Number(new URL(server.url).port);
  return client.run({ port, request: chatRequest({ port, path, model, stream }), ...counts });
}

/** A chat; each has another number in place of `#######`, and all have the same length. */
function chatBody({ model, stream }: { readonly model: string; readonly stream: boolean }): string {
  const content = 'Hello, who are you? This is question #######.';
  return JSON.stringify({ model, stream, messages: [{ role: 'user', content }] });
}

/** A whole request, as sent. */
function chatRequest(chat: {
  readonly port: number;
  readonly path: string;
  readonly model: string;
  readonly stream: boolean;
}): string {
  const body = chatBody(chat);
  return [
    `POST ${chat.path} HTTP/1.1`,
    `Host: 127.0.0.1:${chat.port}`,
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Text and number of pieces of our answer, for peers to return the same. @throws BenchError */
async function getAnswer({ url }: RunningServer): Promise<AnswerShape> {
  const answer = async (stream: boolean) => {
    const response = await fetch(url + ownPath, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: chatBody({ model: 'openai/gpt-5', stream }),
    });
    if (!response.ok) throw new BenchError('bench', `no chat was answered: ${await response.text()}`);
    return response;
  };
  const whole = (await (await answer(false)).json()) as {
    choices: readonly [{ message: { content: string } }]; // As the contract says.
  };
  const frames = (await (await answer(true)).text()).split('\n\n').filter((frame) => frame !== '');
  return { text: whole.choices[0].message.content, pieces: frames.length };
}

/** Numbers that no earlier request had. */
function countingFrom(start: number): (requests: number) => number {
  let next = start;
  return (requests) => {
    const from = next;
    next += requests;
    return from;
  };
}
