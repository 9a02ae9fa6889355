import assert from 'node:assert/strict';
import Cloudflare from 'cloudflare';
import { serverSentEvents } from '../../../spec/server-sent-events.ts';
import { type ClientScenario, type Platform, weather } from './scenario.ts';

const model = '@cf/meta/llama-3.1-8b-instruct';

const getClient = ({ api, token }: Platform) =>
  new Cloudflare({
    apiToken: token,
    apiKey: null,
    apiEmail: null,
    baseURL: api,
    defaultHeaders: { 'cf-aig-gateway-id': 'default' },
    maxRetries: 0,
  });

/** The model's answer; the client has no type for it that fits every model. */
const getOutput = (answer: unknown) => answer as { readonly [member: string]: unknown };

/** The npm package `cloudflare`. */
export const cloudflareScenario: ClientScenario = {
  client: 'cloudflare',
  steps: {
    plain: async (platform) => {
      const { accountId: account_id } = platform;
      const answer = await getClient(platform).ai.run(model, { account_id, prompt: 'Name three rivers.' });
      assert.equal(typeof getOutput(answer)['response'], 'string');
    },
    streamed: async (platform) => {
      const { accountId: account_id } = platform;
      const body = { account_id, prompt: 'Name three rivers.', stream: true };
      const response = await getClient(platform).ai.run(model, body).asResponse();
      assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
      let text = '';
      let last = '';
      assert.ok(response.body);
      for await (const { data } of serverSentEvents(response.body)) {
        last = data;
        if (data !== '[DONE]') text += JSON.parse(data).response ?? '';
      }
      assert.equal(last, '[DONE]');
      assert.ok(text.length > 0);
    },
    'tool loop': async (platform) => {
      const { accountId: account_id } = platform;
      const client = getClient(platform);
      const { name, description, parameters } = weather;
      const tools = [{ name, description, parameters }];
      const question = { role: 'user', content: weather.question };
      // Tools are flat in this input, which the client's types don't allow for every model.
      const ask = (messages: readonly object[]) =>
        client.ai.run(model, { account_id, messages, tools } as unknown as Parameters<
          typeof client.ai.run
        >[1]);
      const calls = getOutput(await ask([question]))['tool_calls'];
      assert.ok(Array.isArray(calls));
      const [call] = calls;
      assert.equal(call.name, name);
      assert.match(call.arguments.city, /Lisbon/);
      const callMessage = { role: 'assistant', content: JSON.stringify(call) };
      const toolMessage = { role: 'tool', name, content: weather.answer };
      assert.match(
        String(getOutput(await ask([question, callMessage, toolMessage]))['response']),
        weather.proof,
      );
    },
    embeddings: async (platform) => {
      const { accountId: account_id } = platform;
      const text = ['The cat sleeps on the sofa.', 'Interest rates rose again.'];
      const answer = await getClient(platform).ai.run('@cf/baai/bge-base-en-v1.5', { account_id, text });
      assert.deepEqual(getOutput(answer)['shape'], [2, 768]);
    },
    image: async (platform) => {
      const { accountId: account_id } = platform;
      const client = getClient(platform);
      const prompt = 'A lighthouse in the rain';
      const flux = await client.ai.run('@cf/black-forest-labs/flux-1-schnell', { account_id, prompt });
      assert.ok(Buffer.from(String(getOutput(flux)['image']), 'base64').length > 100);
      const response = await client.ai
        .run('@cf/stabilityai/stable-diffusion-xl-base-1.0', { account_id, prompt, width: 256, height: 256 })
        .asResponse();
      assert.match(response.headers.get('content-type') ?? '', /^image\/(?:png|jpeg)/);
      assert.ok((await response.arrayBuffer()).byteLength > 100);
    },
    catalogue: async (platform) => {
      const { accountId: account_id } = platform;
      const names: string[] = [];
      for await (const one of getClient(platform).ai.models.list({ account_id, per_page: 20 })) {
        names.push(String((one as { name?: unknown }).name)); // the client does not type models
      }
      assert.ok(names.includes(model));
      assert.equal(new Set(names).size, names.length);
    },
    'account, user and a created token': async (platform) => {
      const { accountId: account_id } = platform;
      const client = getClient(platform);
      assert.equal((await client.accounts.get({ account_id })).id, account_id);
      assert.match((await client.user.get()).email, /@/);
      const { tokens } = client.accounts;
      const groups = await tokens.permissionGroups.list({ account_id, name: 'D1 Read' });
      const policy = {
        effect: 'allow' as const,
        permission_groups: groups.result.map(({ id = '' }) => ({ id })),
        resources: { [`com.cloudflare.api.account.${account_id}`]: '*' },
      };
      const made = await tokens.create({ account_id, name: 'check', policies: [policy] });
      const own = getClient({ ...platform, token: made.value ?? '' });
      const { AuthenticationError } = Cloudflare;
      assert.ok(Array.isArray((await own.d1.database.list({ account_id })).result));
      await assert.rejects(own.d1.database.create({ account_id, name: 'check' }), AuthenticationError);
      await assert.rejects(own.kv.namespaces.list({ account_id }), AuthenticationError);
      await tokens.delete(made.id ?? '', { account_id });
      await assert.rejects(own.d1.database.list({ account_id }), AuthenticationError);
    },
    error: async (platform) => {
      const { accountId: account_id } = platform;
      await assert.rejects(
        getClient(platform).ai.run('@cf/meta/llama-0', { account_id, prompt: 'Hello' }),
        (error) => error instanceof Cloudflare.BadRequestError && error.errors[0]?.code === 5007,
      );
    },
  },
};
