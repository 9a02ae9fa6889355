import { ApiError, failures } from '../../../../../spec/errors.ts';
import {
  defaultGatewaySettings,
  type GatewayUpdate,
} from '../../../../../spec/services/ai-gateway/gateways.ts';
import type { GatewayRequestHeaders } from '../../../../../spec/services/ai-gateway/headers.ts';
import { findModel } from '../../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../../spec/services/inference/models/entry.ts';
import type { AnyAnswer } from '../../../../api/call.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import type { AccountTenant } from '../../../../world/account-tenant.ts';
import { worldDefaults } from '../../../../world/defaults.ts';
import type { StoredLog } from '../../../../world/gateway-records.ts';
import { World } from '../../../../world/world.ts';
import type { AskProvider, GatewayRequest, ProviderAnswer } from '../../../gateway-request.ts';
import { gatewayRecord } from '../../gateways/gateway-record.ts';
import { createGatewayPass, type GatewayPassParts } from '../create-gateway-pass.ts';

export const hosted = '@cf/meta/llama-3.1-8b-instruct';
export const thirdParty = 'openai/gpt-5';

/** The parts of a request that tests vary. */
export interface Asked extends Partial<Omit<GatewayRequest, 'model' | 'headers' | 'prompt' | 'getRefusal'>> {
  /** Names the gateway `g` by default; undefined names none. */
  readonly headers?: {
    readonly [Name in keyof GatewayRequestHeaders]?: GatewayRequestHeaders[Name] | undefined;
  };
  readonly model?: string;
  readonly text?: string;
}

/** A world with a gateway `g`, and runs through it. */
export function passing(settings: Partial<GatewayUpdate> = {}, parts: Partial<GatewayPassParts> = {}) {
  const world = new World({ tenants: 'strict', seed: 1 });
  const account = getAccount(world);
  const configure = (changed: Partial<GatewayUpdate>) => {
    const at = '2026-01-01T00:00:00.000000Z';
    const head = { id: 'g', created_at: at, modified_at: at };
    account.gateways.put(gatewayRecord({ ...defaultGatewaySettings, ...changed }, head));
  };
  configure(settings);
  const gateway = createGatewayPass({ world, gatewayHeader: 'required', ...parts });

  function request({ model: id = hosted, text = 'Hello.', headers, ...rest }: Asked): GatewayRequest {
    const model = getModel(id);
    const isHosted = id.startsWith('@cf/');
    return {
      account,
      headers: { 'cf-aig-gateway-id': 'g', ...headers },
      endpoint: `ai/run/${id}`,
      surface: 'run',
      model,
      hosted: isHosted,
      provider: isHosted ? 'workers-ai' : (id.split('/')[0] ?? ''),
      byPath: true,
      body: JSON.stringify({ prompt: text }),
      contentType: 'application/json',
      userAgent: 'tests',
      streams: false,
      prompt: () => text,
      signal: new AbortController().signal,
      getRefusal: (error) => {
        if (error instanceof ApiError) {
          const { status, code } = failures[error.failure];
          return { status, code, message: error.message, body: { code } };
        }
        const status = error instanceof ModelError ? (error.status ?? 502) : 500;
        return { status, code: 1, message: String(error), body: { code: 1 } };
      },
      ...rest,
    };
  }

  return {
    world,
    account,
    gateway,
    configure,
    /** Sends a request, and returns the visible parts of its answer. */
    async run(asked: Asked = {}, ask: AskProvider = answering('Hi.')) {
      return seen(await gateway.pass(request(asked), ask));
    },
    pass: (asked: Asked, ask: AskProvider) => gateway.pass(request(asked), ask),
    logs: (): readonly StoredLog[] => account.gatewayLogs.list('g'),
  };
}

/** The client's view of a complete answer. */
export function seen(answer: AnyAnswer) {
  const headers = answer.headers ?? {};
  if (answer.written === undefined) throw new Error('The answer is not a whole one.');
  const { written, status = 200 } = answer;
  const text = typeof written === 'string' ? written : new TextDecoder().decode(written);
  const code = status === 200 ? undefined : (JSON.parse(text) as { code: number }).code;
  return { status, text, code, headers, cache: headers['cf-aig-cache-status'] };
}

/** A provider that answers with a text, with a usage of 10 tokens in and 5 out. */
export function answering(text: string, usage = { inputTokens: 10, outputTokens: 5 }): AskProvider {
  return async () => ({
    mediaType: 'application/json',
    body: JSON.stringify({ text }),
    outcome: () => ({ usage, text }),
  });
}

/** A provider that counts its calls. */
export interface CountedProvider {
  asked: number;
  readonly ask: AskProvider;
}

/** A provider that fails a number of times before it answers. */
export function failing(
  times: number,
  error: () => unknown = () => new ModelError('unavailable', 'Away.'),
): CountedProvider {
  const provider: CountedProvider = {
    asked: 0,
    ask: async (signal) => {
      provider.asked++;
      if (provider.asked <= times) throw error();
      return answering('At last.')(signal);
    },
  };
  return provider;
}

/** A provider that streams these frames. */
export function streaming(
  frames: readonly string[],
  outcome: ReturnType<ProviderAnswer['outcome']> = {},
): AskProvider {
  return async () => ({
    mediaType: 'text/event-stream',
    body: (async function* () {
      yield* frames;
    })(),
    outcome: () => ({ usage: { inputTokens: 3, outputTokens: frames.length }, ...outcome }),
  });
}

export function getModel(id: string): ModelEntry {
  const model = findModel(id);
  if (!model) throw new Error(`There is no model ${id}.`);
  return model;
}

function getAccount(world: World): AccountTenant {
  const account = world.account(worldDefaults.accountId);
  if (!account) throw new Error('There is no account.');
  return account;
}
