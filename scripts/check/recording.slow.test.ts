import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordEntrySchema } from '../../mock/engines/models/record/entry.ts';
import { infoSchema } from '../../spec/services/touchstone/schemas.ts';

// Answers of `serve` with a foreign model server as upstream, their recording, and their replay without it.

const root = resolve(import.meta.dirname, '../..');
const apiKey = 'a-key-that-nobody-may-see';
const runtimes = [
  { name: 'Bun', command: 'bun' in process.versions ? process.execPath : 'bun' },
  { name: 'Node', command: join(root, 'node_modules/.bin/node') },
];

/** The first bytes of a JPEG, and of an MP3. */
const picture = '/9j/4AAQ';
const sound = 'SUQzBA==';

const upstream = new LLMock({ port: 0, host: '127.0.0.1', chunkSize: 4 });
let baseUrl = '';
beforeAll(async () => {
  upstream.onMessage('hello', { content: 'Hello, world: Grüße! 👋' });
  upstream.onMessage('slow', { content: 'a b c d e f g h' }, { latency: 100 });
  upstream.onMessage('full', { error: { message: 'Your prompt is too long.' }, status: 400 });
  upstream.on(
    { userMessage: 'weather', hasToolResult: false },
    { toolCalls: [{ name: 'forecast', arguments: '{"city":"Oslo"}', id: 'call_a' }] },
  );
  upstream.on({ userMessage: 'weather', hasToolResult: true }, { content: 'It is cold in Oslo.' });
  upstream.onImage('a cat', { image: { b64Json: picture } });
  upstream.onTranscription({ transcription: { text: 'It was said.', language: 'english', duration: 2 } });
  upstream.onEmbedding('texts', { embedding: [0.6, 0.8] });
  baseUrl = `${await upstream.start()}/v1`;
});
afterAll(() => upstream.stop());

let folder = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recording-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await stop(child);
  rmSync(folder, { recursive: true });
});

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** Milliseconds from a recorded request to the end of its answer. */
function lastEventMs(file: string): number {
  const { outcome } = recordEntrySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return outcome.type === 'events' ? (outcome.events.at(-1)?.atMs ?? 0) : outcome.atMs;
}

/** Starts the server on a runtime. */
async function serve(command: string, ...args: readonly string[]) {
  const child = spawn(
    command,
    [join(root, 'scripts/touchstone.ts'), 'serve', '--port', '0', '--json', ...args],
    {
      env: { ...process.env, TOUCHSTONE_UPSTREAM_KEY: args.includes('--upstream') ? apiKey : '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  let out = '';
  for await (const text of child.stdout ?? []) {
    out += text;
    if (out.includes('\n')) break;
  }
  const info = infoSchema.parse(JSON.parse(out));
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${info.api}/accounts/${info.account_id}/ai${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${info.api_token}`,
        'content-type': 'application/json',
        'cf-aig-gateway-id': 'default',
      },
      body: JSON.stringify(body),
    });
    return `${answer.status} ${await answer.text()}`;
  };
  return { ask, stop: () => stop(child) };
}

const says = (content: string) => [{ role: 'user', content }];
const tools = [
  {
    type: 'function',
    function: { name: 'forecast', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
];
const call = { id: 'call_a', type: 'function', function: { name: 'forecast', arguments: '{"city":"Oslo"}' } };
const loop = [
  ...says('weather'),
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'call_a', content: '{"degrees":-4}' },
];

/** Every format, whole and streamed, and text that each must contain. */
const asked: readonly (readonly [path: string, body: object, says: string])[] = [
  ['/v1/chat/completions', { model: 'openai/gpt-5', messages: says('hello') }, 'Grüße! 👋'],
  ['/v1/chat/completions', { model: 'openai/gpt-5', messages: says('hello'), stream: true }, '[DONE]'],
  ['/v1/chat/completions', { model: 'openai/gpt-5', messages: says('weather'), tools }, 'call_a'],
  ['/v1/chat/completions', { model: 'openai/gpt-5', messages: loop, tools }, 'It is cold in Oslo.'],
  ['/v1/responses', { model: 'openai/gpt-5', input: 'hello' }, 'Grüße! 👋'],
  ['/v1/responses', { model: 'openai/gpt-5', input: 'hello', stream: true }, 'response.completed'],
  [
    '/v1/messages',
    { model: 'anthropic/claude-sonnet-5', max_tokens: 99, messages: says('hello') },
    'Grüße! 👋',
  ],
  [
    '/v1/messages',
    { model: 'anthropic/claude-sonnet-5', max_tokens: 99, messages: says('hello'), stream: true },
    'message_stop',
  ],
  ['/v1/embeddings', { model: '@cf/baai/bge-base-en-v1.5', input: ['texts 1', 'texts 2'] }, '0.6'],
  ['/run', { model: '@cf/black-forest-labs/flux-1-schnell', input: { prompt: 'a cat' } }, picture],
  ['/run', { model: '@cf/openai/whisper-large-v3-turbo', input: { audio: sound } }, 'It was said.'],
  ['/run/@cf/meta/llama-3.1-8b-instruct', { prompt: 'hello' }, 'Grüße! 👋'],
  ['/run', { model: 'openai/gpt-5', input: { messages: says('full') } }, 'Your prompt is too long.'],
];

/** An answer without the time, which differs between servers. */
const timeless = (answer: string) => answer.replaceAll(/"(created|created_at|completed_at)":\d+/g, '"$1":0');

async function lasts(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

describe.each(runtimes)('serve on $name', ({ command }) => {
  it('answers from an upstream, records it, and answers the same without it', {
    timeout: 60_000,
  }, async () => {
    const renamed = ['--upstream-model', '@cf/baai/*=embedder', '--upstream-model', '*=gpt-4o'];
    const recording = await serve(command, '--upstream', baseUrl, ...renamed, '--record', folder);
    const answers: string[] = [];
    for (const [path, body, text] of asked) {
      const answer = await recording.ask(path, body);
      expect(answer).toContain(text);
      answers.push(timeless(answer));
    }
    const requests = upstream.getRequests().slice(-asked.length);
    expect(new Set(requests.map(({ body }) => body?.model))).toEqual(new Set(['gpt-4o', 'embedder']));
    // The upstream does not reveal which key it was.
    expect(requests.map(({ headers }) => headers['authorization'])).not.toContain(undefined);
    await recording.stop();

    const files = readdirSync(folder);
    expect(
      files.filter((name) => /^generate-openai-gpt-5-[0-9a-f]{64}\.json$/.test(name)).length,
    ).toBeGreaterThan(2);
    for (const name of files) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(apiKey);

    const before = upstream.getRequests().length;
    const replaying = await serve(command, '--replay', folder);
    const again: string[] = [];
    for (const [path, body] of asked) again.push(timeless(await replaying.ask(path, body)));
    expect(again).toEqual(answers);
    const unknown = { model: 'openai/gpt-5', messages: says('never said') };
    expect(await replaying.ask('/v1/chat/completions', unknown)).toMatch(/^502 .*no recording/);
    expect(upstream.getRequests().length).toBe(before);
  });

  it('replays with the timing of the recording, or without any', { timeout: 60_000 }, async () => {
    const slow = { model: 'openai/gpt-5', messages: says('slow'), stream: true };
    const recording = await serve(command, '--upstream', baseUrl, '--record', folder);
    await recording.ask('/v1/chat/completions', slow);
    // Time of the last event; the client also waited for the server to start.
    const recorded = lastEventMs(join(folder, readdirSync(folder)[0] ?? ''));
    expect(recorded).toBeGreaterThan(300);
    const replaying = await serve(command, '--replay', folder);
    await replaying.ask('/v1/chat/completions', { ...slow, messages: says('warm up') });
    const replayed = await lasts(() => replaying.ask('/v1/chat/completions', slow));
    expect(replayed).toBeGreaterThan(recorded - 10);
    const hurrying = await serve(command, '--replay', folder, '--replay-speed', '0');
    await hurrying.ask('/v1/chat/completions', { ...slow, messages: says('warm up') });
    expect(await lasts(() => hurrying.ask('/v1/chat/completions', slow))).toBeLessThan(replayed);
  });

  it('gives replies from a file precedence over everything else', { timeout: 30_000 }, async () => {
    const file = join(folder, 'replies.json');
    const first = {
      match: { text: 'hello', model: 'openai/*' },
      times: 'once',
      reply: { text: 'From the file.' },
    };
    writeFileSync(file, JSON.stringify([first]));
    const { ask } = await serve(command, '--upstream', baseUrl, '--replies', file);
    const hello = { model: 'openai/gpt-5', messages: says('hello') };
    expect(await ask('/v1/chat/completions', hello)).toContain('From the file.');
    expect(await ask('/v1/chat/completions', { ...hello, seed: 1 })).toContain('Grüße! 👋');
  });
});
