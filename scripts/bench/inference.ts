import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { BenchError, type Row, takeTurns } from './rows.ts';
import { authorization, load, nodeProgram, packages, start, touchstone } from './servers.ts';

const ownPath = `/client/v4/accounts/${worldDefaults.accountId}/ai/v1/chat/completions`;
const usualPath = '/v1/chat/completions';
const headers = { authorization, 'content-type': 'application/json' };

const chats = 'Chat completions, all different, 16 connections';
const streams = 'Streams, all different, 16 connections';

const getBody = (model: string, stream: boolean, number: number) => {
  const content = `Hello, who are you? This is question ${String(number).padStart(7, '0')}.`;
  return JSON.stringify({ model, stream, messages: [{ role: 'user', content }] });
};

/** Chats and streams, all different, beside other mocks of model servers, which send a fixture of the same length. */
export async function measureInference(folder: string): Promise<Row[]> {
  const ours = await start(touchstone, '/_touchstone/info');
  const ask = async (stream: boolean) => {
    const body = getBody('openai/gpt-5', stream, 0);
    const response = await fetch(ours.url + ownPath, { method: 'POST', headers, body });
    if (!response.ok) throw new BenchError(`no chat was answered: ${await response.text()}`);
    return response;
  };
  const { choices } = (await (await ask(false)).json()) as {
    choices: readonly [{ message: { content: string } }]; // As the contract says.
  };
  const text = choices[0].message.content;
  const pieces = (await (await ask(true)).text()).split('\n\n').length - 1;
  const pieceLength = Math.max(1, Math.round(text.length / pieces));

  const fixtures = join(folder, 'aimock.json');
  const response = { content: text };
  await writeFile(fixtures, JSON.stringify({ fixtures: [{ match: { userMessage: 'Hello' }, response }] }));
  const aimockFlags = ['--fixtures', fixtures, '--chunk-size', String(pieceLength), '--log-level', 'silent'];
  const aimock = await start(
    (port) => [
      ...[nodeProgram, join(packages, '@copilotkit/aimock/dist/cli.js'), '--port', String(port)],
      ...aimockFlags,
    ],
    '/health',
  );
  const config = join(folder, 'mock-llm.yaml');
  const content = JSON.stringify({
    id: 'chatcmpl-{{timestamp}}',
    object: 'chat.completion',
    model: '{{jmes request body.model}}',
    choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  });
  const rule = { path: usualPath, method: 'POST', match: '@', response: { status: 200, content } };
  // The file is YAML, and JSON is YAML. Its usual pause between pieces is off.
  const streaming = { chunkSize: pieceLength, chunkIntervalMs: 0 };
  await writeFile(config, JSON.stringify({ streaming, rules: [rule] }));
  const mockLlm = await start(
    // It reads its port only from the environment.
    (port) => [
      ...['env', `PORT=${port}`, 'HOST=127.0.0.1', nodeProgram],
      ...[join(packages, '@dwmkerr/mock-llm/dist/main.js'), '--config', config],
    ],
    '/health',
  );

  const rate = (server: typeof ours, stream: boolean, amount: number, by: 'processor' | 'clock') => () => {
    const [path, model] = server === ours ? [ownPath, 'openai/gpt-5'] : [usualPath, 'gpt-5'];
    const request = (number: number) => {
      return { method: 'POST', path, headers, body: getBody(model, stream, number) } as const;
    };
    return load(server, amount, request, { by });
  };
  const rows: Row[] = [];
  for (const { measured, peer, server, stream, amounts, by = 'processor' } of [
    { measured: chats, peer: 'aimock', server: aimock, stream: false, amounts: [8_000, 8_000] },
    { measured: chats, peer: 'mock-llm', server: mockLlm, stream: false, amounts: [8_000, 8_000] },
    { measured: streams, peer: 'aimock', server: aimock, stream: true, amounts: [4_000, 4_000] },
    // Timers in mock-llm send each piece: they, and not its work, limit it.
    {
      measured: streams,
      peer: 'mock-llm',
      server: mockLlm,
      stream: true,
      amounts: [4_000, 500],
      by: 'clock',
    },
  ] as const) {
    const [ourAmount, theirAmount] = amounts;
    const figures = await takeTurns(
      { ours: rate(ours, stream, ourAmount, by), theirs: rate(server, stream, theirAmount, by) },
      5,
      // Runtimes compile hot code, some later than others.
      4,
    );
    rows.push({ part: 'Models', measured, peer, unit: '/s', ...figures, has: 'speed', aim: 1.2 });
  }
  return rows;
}
