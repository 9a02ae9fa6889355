import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateText, streamText } from 'ai';
import type { ClientScenario, Platform } from './scenario.ts';

/** A separate package: this client brings twenty others that it rarely needs. */
const folder = resolve(import.meta.dirname, '../ai-gateway');
const modules = join(folder, 'node_modules');

/** Installs the client without optional dependencies, unless it is installed. @param bun path of Bun */
export function installAiGateway(bun: string): void {
  if (existsSync(join(modules, 'ai-gateway-provider'))) return;
  const args = ['install', '--frozen-lockfile', '--ignore-scripts', '--omit=optional'];
  const { status } = spawnSync(bun, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('could not install ai-gateway-provider');
}

const load = (path: string) => import(join(modules, 'ai-gateway-provider/dist', path));

/** The client with its providers, who have no keys of their own. */
async function getClient({ accountId, token }: Platform, gateway = 'default') {
  const { createAiGateway } = await load('index.mjs');
  const { createOpenAI } = await load('providers/openai.mjs');
  const { createAnthropic } = await load('providers/anthropic.mjs');
  const { createUnified } = await load('providers/unified.mjs');
  return {
    through: createAiGateway({ accountId, gateway, apiKey: token }),
    openai: createOpenAI(),
    anthropic: createAnthropic(),
    unified: createUnified(),
  };
}

/** Redirects the client's requests to its one host while a function runs. */
async function elsewhere({ api }: Platform, act: () => Promise<void>): Promise<void> {
  const usual = globalThis.fetch;
  const host = `${new URL(api).origin}/gateway`;
  const sent = (url: string | URL | Request, init?: RequestInit) =>
    usual(String(url).replace('https://gateway.ai.cloudflare.com', host), init);
  globalThis.fetch = Object.assign(sent, usual);
  try {
    await act();
  } finally {
    globalThis.fetch = usual;
  }
}

const prompt = 'Say hello.';

/** The npm package `ai-gateway-provider`. */
export const aiGatewayScenario: ClientScenario = {
  client: 'ai-gateway-provider',
  steps: {
    plain: (platform) =>
      elsewhere(platform, async () => {
        const { through, openai, anthropic, unified } = await getClient(platform);
        const models = [
          openai.chat('gpt-5.1'),
          openai.responses('gpt-5'),
          anthropic('claude-haiku-4-5'),
          unified('google-ai-studio/gemini-2.5-pro'),
          unified('workers-ai/@cf/meta/llama-3.1-8b-instruct'),
        ];
        for (const model of models) {
          const { text } = await generateText({ model: through(model), prompt, maxRetries: 0 });
          assert.match(text, /\S/, model.modelId);
        }
      }),
    streamed: (platform) =>
      elsewhere(platform, async () => {
        const { through, openai } = await getClient(platform);
        const result = streamText({ model: through(openai.chat('gpt-5')), prompt });
        assert.match(await result.text, /\S/);
        assert.equal(await result.finishReason, 'stop');
      }),
    fallback: (platform) =>
      elsewhere(platform, async () => {
        const { through, openai, anthropic } = await getClient(platform);
        const models = [openai.chat('no/such/model'), anthropic('claude-sonnet-5')];
        const { response } = await generateText({ model: through(models), prompt, maxRetries: 0 });
        assert.match(response.modelId, /claude-sonnet-5/);
      }),
    errors: (platform) =>
      elsewhere(platform, async () => {
        const { through, openai } = await getClient(platform, 'nobodys-gateway');
        const unknown = generateText({ model: through(openai.chat('gpt-5')), prompt, maxRetries: 0 });
        await assert.rejects(unknown, /does not exist/);
        const stranger = await getClient({ ...platform, token: 'nobodys-token' });
        const refused = generateText({
          model: stranger.through(openai.chat('gpt-5')),
          prompt,
          maxRetries: 0,
        });
        await assert.rejects(refused, /valid apiKey/);
      }),
  },
};
