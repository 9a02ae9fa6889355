import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ClientScenario,
  createRepository,
  type Platform,
  picture,
  shopPage,
  sizeOfPng,
  weather,
} from './scenario.ts';

const run = promisify(execFile);
const gateway = ['-H', 'cf-aig-gateway-id: default'];
const hosted = '@cf/meta/llama-3.1-8b-instruct';

/** The output of `curl` for a POST of JSON, with the status. */
async function post(
  { api, accountId, token }: Platform,
  path: string,
  body: object,
  flags: readonly string[] = gateway,
): Promise<{
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
  readonly text: string;
}> {
  const { stdout } = await run(
    'curl',
    [
      ...['-sS', '-N', '-X', 'POST', `${api}/accounts/${accountId}/${path}`],
      ...['-H', `Authorization: Bearer ${token}`, '-H', 'Content-Type: application/json'],
      ...flags,
      ...['--data-binary', JSON.stringify(body), '-w', '\\n%{http_code} %{content_type}'],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  const end = stdout.lastIndexOf('\n');
  const [status = '', ...type] = stdout
    .subarray(end + 1)
    .toString()
    .split(' ');
  const bytes = stdout.subarray(0, end);
  return { status: Number(status), type: type.join(' '), bytes, text: bytes.toString() };
}

const user = (content: string) => ({ role: 'user', content });

/** The program `curl`, as the README uses it. */
export const curlScenario: ClientScenario = {
  client: 'curl',
  steps: {
    plain: async (platform) => {
      const run = { model: 'openai/gpt-5', input: { messages: [user('Name three rivers.')] } };
      assert.equal(JSON.parse((await post(platform, 'ai/run', run, [])).text).result.state, 'Completed');
      for (const id of [hosted, hosted.replaceAll('/', '%2F'), hosted.replace('@', '%40')]) {
        const { status, text } = await post(platform, `ai/run/${id}`, { prompt: 'Name three rivers.' });
        assert.equal(status, 200);
        assert.equal(typeof JSON.parse(text).result.response, 'string');
      }
    },
    'without a content type': async ({ api, accountId, token }) => {
      const ask = async (model: string, data: string) => {
        const url = `${api}/accounts/${accountId}/ai/run/${model}`;
        const auth = `Authorization: Bearer ${token}`;
        const { stdout } = await run('curl', ['-sS', url, '-H', auth, ...gateway, '--data-binary', data]);
        return JSON.parse(stdout).result;
      };
      assert.equal(typeof (await ask(hosted, '{"prompt":"Name three rivers."}')).response, 'string');
      const folder = await mkdtemp(join(tmpdir(), 'touchstone-curl-'));
      try {
        await writeFile(join(folder, 'picture.png'), picture());
        const labels = await ask('@cf/microsoft/resnet-50', `@${join(folder, 'picture.png')}`);
        assert.ok(labels.length > 0);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    streamed: async (platform) => {
      const body = { model: 'openai/gpt-5', messages: [user('Name three rivers.')], stream: true };
      const { type, text } = await post(platform, 'ai/v1/chat/completions', body, []);
      assert.match(type, /^text\/event-stream/);
      assert.match(text, /\ndata: \[DONE\]\n\n$/);
    },
    'tool loop': async (platform) => {
      const { name, description, parameters } = weather;
      const tools = [{ type: 'function', function: { name, description, parameters } }];
      const ask = async (messages: readonly object[]) => {
        const { text } = await post(platform, 'ai/v1/chat/completions', {
          model: 'openai/gpt-5',
          messages,
          tools,
        });
        return JSON.parse(text).choices[0].message;
      };
      const question = user(weather.question);
      const call = await ask([question]);
      const toolMessage = { role: 'tool', tool_call_id: call.tool_calls[0].id, content: weather.answer };
      assert.match((await ask([question, call, toolMessage])).content, weather.proof);
    },
    embeddings: async (platform) => {
      const body = { model: '@cf/baai/bge-base-en-v1.5', input: 'The cat sleeps.' };
      const { text } = await post(platform, 'ai/v1/embeddings', body);
      assert.equal(JSON.parse(text).data[0].embedding.length, 768);
    },
    image: async (platform) => {
      const body = { prompt: 'A lighthouse in the rain', width: 256, height: 256 };
      const { type, bytes } = await post(
        platform,
        'ai/run/@cf/stabilityai/stable-diffusion-xl-base-1.0',
        body,
      );
      assert.match(type, /^image\/(?:png|jpeg)/);
      assert.ok(bytes.length > 100);
    },
    'picture of a page': async (platform) => {
      const viewport = { width: 320, height: 200 };
      const body = { html: shopPage, viewport };
      const { status, type, bytes } = await post(platform, 'browser-rendering/screenshot', body, []);
      assert.deepEqual([status, type], [200, 'image/png']);
      assert.deepEqual(sizeOfPng(bytes), viewport);
    },
    'a repository': async (platform) => {
      const { remote, token } = await createRepository(platform);
      const ask = async (flags: readonly string[], path: string) => {
        const { stdout } = await run('curl', ['-sS', ...flags, `${remote}${path}`, '-w', '\\n%{http_code}']);
        return stdout;
      };
      const discovery = '/info/refs?service=git-upload-pack';
      const auth = ['-H', `Authorization: Bearer ${token}`];
      assert.match(await ask(auth, discovery), /^001e# service=git-upload-pack\n0000[\s\S]*\n200$/);
      assert.match(await ask(['-u', `x:${token}`], discovery), /\n200$/);
      assert.equal(await ask([], discovery), 'Authentication required\n401');
      // Git sends this before a push of unknown length.
      const type = ['-H', 'Content-Type: application/x-git-receive-pack-request'];
      assert.equal(await ask([...auth, ...type, '--data-binary', '0000'], '/git-receive-pack'), '\n200');
    },
    error: async (platform) => {
      const { status, text } = await post(platform, `ai/run/${hosted}`, { prompt: 'Hello' }, []);
      assert.equal(status, 400);
      assert.match(text, /cf-aig-gateway-id/);
    },
  },
};
