import { createClient, type RawRequest, type SentRequest } from '../../../spec/client.ts';
import { isObject } from '../assertions.ts';
import { ConformanceFailure, SkipTest } from '../errors.ts';
import { runMark } from '../resources.ts';
import { forAllTests } from '../running-test.ts';
import type { Target } from '../target.ts';
import type { Transport } from '../transport.ts';
import type { ModelRole } from './members.ts';
import { lackOfWay } from './routes.ts';
import { withServiceHeaders } from './service-headers.ts';

/** The models of the suites by role, named as in this project's own catalogue. */
export const suiteModels = {
  hosted_chat: '@cf/meta/llama-3.1-8b-instruct',
  hosted_completion: '@cf/qwen/qwen3-30b-a3b-fp8',
  hosted_responses: '@cf/openai/gpt-oss-120b',
  vision: '@cf/meta/llama-4-scout-17b-16e-instruct',
  safety: '@cf/meta/llama-guard-3-8b',
  embeddings: '@cf/baai/bge-base-en-v1.5',
  image: 'google/nano-banana',
  chat_completions: 'openai/gpt-5',
  messages: 'anthropic/claude-sonnet-5',
} as const satisfies Partial<Record<ModelRole, string>>;

/** The gateway that the suites name. */
export const suiteGateway = 'default';

const gatewayHeader = 'cf-aig-gateway-id';

/** A role: its description, a request that proves that a model fits, and the task to search for. */
interface Role {
  readonly words: string;
  readonly proof: (model: string) => RawRequest;
  /** Task that a search for models of the role uses. */
  readonly task?: string;
}

const messages = [{ role: 'user', content: 'Hello' }];

/** A request below `/accounts/{account_id}/ai`. */
const post = (path: string, body: unknown): RawRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const run = (input: object) => (model: string) => post('/run', { model, input });

const roles: Readonly<Record<ModelRole, Role>> = {
  hosted_chat: { words: 'run a hosted chat model', proof: run({ messages }), task: 'Text Generation' },
  hosted_completion: { words: 'run a hosted model that answers a chat completion', proof: run({ messages }) },
  hosted_responses: {
    words: 'ask a hosted model in the responses format',
    proof: (model) => post('/v1/responses', { model, input: 'Hello' }),
  },
  vision: { words: 'run a hosted vision model', proof: run({ messages }) },
  safety: { words: 'run a hosted safety model', proof: run({ messages }) },
  embeddings: {
    words: 'run a hosted embeddings model',
    proof: run({ text: ['Hello'] }),
    task: 'Text Embeddings',
  },
  image: { words: 'run a third-party image model', proof: run({ prompt: 'A cat' }) },
  chat_completions: {
    words: 'ask a third-party model in the chat-completions format',
    proof: (model) => post('/v1/chat/completions', { model, messages, max_tokens: 16 }),
  },
  responses: {
    words: 'ask a third-party model in the responses format',
    proof: (model) => post('/v1/responses', { model, input: 'Hello' }),
  },
  messages: {
    words: 'ask a third-party model in the messages format',
    proof: (model) => post('/v1/messages', { model, messages, max_tokens: 16 }),
  },
};

/** Replaces the models and the gateway of the suites by those of a target. */
export interface ModelStandIns {
  /**
   * Returns the request with the target's own models and gateway.
   *
   * @param transport sends one probe for each role that the target file leaves open
   * @throws SkipTest where the target has no such model
   */
  replace(request: SentRequest, transport: Transport): Promise<SentRequest>;
}

/**
 * Creates the replacements of one run: the models of the target file; else those of the suites, or those that a search
 * finds, if the target accepts one. This project's own mock has all of them.
 */
export function createModelStandIns(target: Target): ModelStandIns {
  const { given, features } = target;
  const isOwn = features.has('admin');
  if (isOwn && Object.keys(given.models).length === 0 && given.gateway === null) {
    return { replace: async (request) => request };
  }
  const answers = new Map<string, Promise<string>>();
  const once = (key: string, ask: () => Promise<string>) => {
    const known = answers.get(key) ?? forAllTests(ask);
    answers.set(key, known);
    return known;
  };
  const gateway = async (ai: string, transport: Transport) => {
    if (given.gateway !== null) return given.gateway;
    return isOwn ? suiteGateway : once('gateway', () => findGateway(senderTo(target, ai, transport)));
  };
  const model = async (role: ModelRole, name: string, ai: string, transport: Transport) => {
    const ofFile = given.models[role];
    if (ofFile !== undefined || isOwn) return ofFile ?? name;
    return once(role, async () =>
      findModel(role, name, await gateway(ai, transport), senderTo(target, ai, transport)),
    );
  };
  return {
    async replace(request, transport) {
      const ai = /^.*\/accounts\/[^/]+\/ai(?=\/)/.exec(request.url.replace(/\?.*$/s, ''))?.[0];
      if (ai === undefined) return request;
      let { url, headers, body } = request;
      const [name, role] = namedIn(request, ai) ?? [];
      if (name !== undefined && role !== undefined) {
        const found = await model(role, name, ai, transport);
        url = withModelInPath(url, ai, name, found);
        body = typeof body === 'string' ? withModelInBody(body, name, found) : body;
      }
      const wanted = Object.keys(headers).find((header) => header.toLowerCase() === gatewayHeader);
      if (wanted !== undefined && headers[wanted] === suiteGateway) {
        headers = { ...headers, [wanted]: await gateway(ai, transport) };
      }
      return { ...request, url, headers, body };
    },
  };
}

/** The suites' model in the body or path of a request, and its role. */
function namedIn(
  { url, body }: SentRequest,
  ai: string,
): readonly [name: string, role: ModelRole] | undefined {
  const inPath = decoded(
    url
      .slice(ai.length)
      .replace(/\?.*$/s, '')
      .replace(/^\/run\//, ''),
  );
  const entry = Object.entries(suiteModels).find(
    ([, name]) => inPath === name || (typeof body === 'string' && isModelOf(body, name)),
  );
  if (!entry) return undefined;
  const [role, name] = entry as [ModelRole, string]; // the keys of the table are roles
  return [name, role === 'chat_completions' && inPath.endsWith('/responses') ? 'responses' : role];
}

function isModelOf(body: string, name: string): boolean {
  if (!body.includes(JSON.stringify(name))) return false;
  try {
    const sent: unknown = JSON.parse(body);
    return isObject(sent) && sent['model'] === name;
  } catch {
    return false;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function withModelInPath(url: string, ai: string, name: string, found: string): string {
  const rest = url
    .slice(ai.length)
    .replace(`/run/${name}`, () => `/run/${found}`)
    .replace(`/run/${encodeURIComponent(name)}`, () => `/run/${encodeURIComponent(found)}`);
  return `${ai}${rest}`;
}

function withModelInBody(body: string, name: string, found: string): string {
  const member = new RegExp(
    `("model"\\s*:\\s*)${JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
  );
  return body.replace(member, (_, before: string) => `${before}${JSON.stringify(found)}`);
}

/** Sends requests in the full role below an account's paths of inference. */
function senderTo(target: Target, ai: string, transport: Transport) {
  const usual = target.credentials.get('full') ?? {};
  const client = createClient({
    baseUrl: ai,
    headers: usual,
    exchange: (request) => transport(withServiceHeaders(request, usual, target.given.headers)),
  });
  return client.send;
}

type Send = ReturnType<typeof senderTo>;

/** The default gateway if it is listed, else the first listed one that no run of the suites made. */
async function findGateway(send: Send): Promise<string> {
  // Gateways are at a sibling of the paths of inference: `/accounts/{account_id}/ai-gateway`.
  const listing = await listed(send, '-gateway/gateways', 'id');
  const ids = listing.filter((id) => !id.startsWith(runMark('')));
  return ids.includes(suiteGateway) ? suiteGateway : (ids[0] ?? suiteGateway);
}

/** @throws SkipTest where the target accepts none of the candidates */
async function findModel(role: ModelRole, name: string, gateway: string, send: Send): Promise<string> {
  const { proof, task, words } = roles[role];
  for (const candidate of [name, ...(task === undefined ? [] : await searched(task, send))]) {
    const request = proof(candidate);
    const headers = { ...request.headers, [gatewayHeader]: gateway };
    const status = await send({ ...request, headers }).then(
      (reply) => reply.status,
      (error: unknown) => {
        // If the target does not answer, the tests find out why themselves.
        if (error instanceof ConformanceFailure) return 0;
        throw error;
      },
    );
    if (!isRefused(status)) return candidate;
  }
  throw new SkipTest(
    `${lackOfWay(words, `models.${role}`)}, and its gateway as \`gateway\` unless it is ${gateway}`,
  );
}

/** Whether a target refuses a model. A refused credential says nothing about the model. */
const isRefused = (status: number) =>
  status === 501 || (status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status));

/** Candidates that a search by task finds. */
async function searched(task: string, send: Send): Promise<string[]> {
  const names = await listed(send, `/models/search?${new URLSearchParams({ task })}`, 'name');
  return names.slice(0, mostTried);
}

/** Number of search results to try. */
const mostTried = 2;

/** A member of each record of a list; empty where the target has no such list. */
async function listed(send: Send, path: string, member: string): Promise<string[]> {
  const body = await send({ method: 'GET', path }).then(
    (reply) => reply.body,
    (error: unknown) => {
      if (error instanceof ConformanceFailure) return undefined;
      throw error;
    },
  );
  const records = isObject(body) && Array.isArray(body['result']) ? body['result'] : [];
  return records.flatMap((record) => {
    const value = isObject(record) ? record[member] : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}
