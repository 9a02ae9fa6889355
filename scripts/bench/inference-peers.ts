import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeCommand, packages } from './peers.ts';

/** What the answer of the peers is made like. */
export interface AnswerShape {
  /** The text of the answer. */
  readonly text: string;
  /** How many pieces it comes in when it is streamed. */
  readonly pieces: number;
}

/** How long each piece of a text is, so that there are about as many as asked for. */
export function pieceLength({ text, pieces }: AnswerShape): number {
  return Math.max(1, Math.round(text.length / pieces));
}

/** aimock answers every message with the text of a fixture; this is its file of fixtures. */
export function aimockFixtures({ text }: AnswerShape): string {
  return JSON.stringify({ fixtures: [{ match: { userMessage: 'Hello' }, response: { content: text } }] });
}

/** mock-llm answers by rules; these give the text, without its usual pause between pieces. */
export function mockLlmConfig(shape: AnswerShape): string {
  const content = JSON.stringify({
    id: 'chatcmpl-{{timestamp}}',
    object: 'chat.completion',
    model: '{{jmes request body.model}}',
    choices: [{ message: { role: 'assistant', content: shape.text }, finish_reason: 'stop' }],
  });
  // YAML is read, and JSON is YAML.
  return JSON.stringify({
    streaming: { chunkSize: pieceLength(shape), chunkIntervalMs: 0 },
    rules: [{ path: '/v1/chat/completions', method: 'POST', match: '@', response: { status: 200, content } }],
  });
}

/** The command line of aimock on Node with its log turned off. @param folder where its fixtures are put */
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

/** The command line of mock-llm on Node. @param folder where its configuration is put */
export async function mockLlmCommand(
  folder: string,
  shape: AnswerShape,
): Promise<(port: number) => readonly string[]> {
  const config = join(folder, 'mock-llm.yaml');
  await writeFile(config, mockLlmConfig(shape));
  const program = join(packages, '@dwmkerr', 'mock-llm', 'dist', 'main.js');
  // It takes its port from the environment alone.
  return (port) => ['env', `PORT=${port}`, 'HOST=127.0.0.1', nodeCommand, program, '--config', config];
}
