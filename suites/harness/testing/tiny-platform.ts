import { failureEnvelopeSchema } from '../../../spec/envelope.ts';
import { isObject } from '../assertions.ts';
import { createTarget, type Target } from '../target.ts';

export const tinyZoneId = '023e105f4ecef8ad9ca31a8372d0c353';
export const tinyToken = 'tiny-platform-token';

/** Deliberate faults of a tiny platform; without any it does what the tests of the harness need. */
export interface TinyFaults {
  /** Accepts what it should refuse. */
  readonly acceptsEverything?: boolean;
  /** Stores what it refuses. */
  readonly storesRefused?: boolean;
  /** Does not delete resources. */
  readonly keepsDeleted?: boolean;
  /** Leaks the secrets of HMAC keys. */
  readonly echoesSecrets?: boolean;
  /** Changes answers before they are sent. */
  readonly tamper?: (body: Record<string, unknown>, request: Request) => unknown;
}

export interface TinyPlatform {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Configurations by id. */
  readonly configs: Map<string, Record<string, unknown>>;
  readonly target: Target;
}

/**
 * A platform with one zone and token configurations only, for the tests of the harness. It stores any body with a title
 * of at most 50 characters.
 */
export function tinyPlatform(faults: TinyFaults = {}): TinyPlatform {
  const configs = new Map<string, Record<string, unknown>>();
  const zone = `/client/v4/zones/${tinyZoneId}`;
  const path = `${zone}/token_validation/config`;

  const success = (result: unknown, extra: object = {}) => ({
    result,
    success: true,
    errors: [],
    messages: [],
    ...extra,
  });
  const failure = (code: number, message: string, at?: string) =>
    failureEnvelopeSchema.parse({
      result: null,
      success: false,
      errors: [{ code, message, ...(at === undefined ? {} : { source: { pointer: at } }) }],
      messages: [],
    });

  function store(sent: Record<string, unknown>): Record<string, unknown> {
    const id = crypto.randomUUID();
    const now = '2026-01-02T03:04:05Z';
    const text = JSON.stringify(sent);
    const kept = faults.echoesSecrets ? sent : JSON.parse(text.replace(/,"k":"[^"]*"/g, ''));
    const config = { ...kept, id, token_type: 'JWT', created_at: now, last_updated: now };
    configs.set(id, config);
    return config;
  }

  async function answer(request: Request): Promise<[number, Record<string, unknown>]> {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : undefined;
    if (request.headers.get('authorization') !== `Bearer ${tinyToken}`) return [401, failure(10_000, 'No')];
    if (pathname === zone) return [200, success({ id: tinyZoneId, name: 'tiny.localhost' })];
    if (pathname === path && request.method === 'GET') {
      const page = Number(searchParams.get('page') ?? 1);
      const all = [...configs.values()];
      const shown = page === 1 ? all : [];
      const info = { page, per_page: 50, count: shown.length, total_count: all.length };
      return [200, success(shown, { result_info: info })];
    }
    if (pathname === path && request.method === 'POST') {
      const sent = await request.json().catch(() => undefined);
      if (!isObject(sent)) return [400, failure(6007, 'Malformed JSON')];
      const { title } = sent;
      const valid = typeof title === 'string' && [...title].length <= 50;
      if (valid || faults.acceptsEverything) return [200, success(store(sent))];
      if (faults.storesRefused) store({ ...sent, title: String(title) });
      return [400, failure(6011, 'Invalid title', '/title')];
    }
    if (id !== undefined && request.method === 'DELETE') {
      if (!configs.has(id)) return [404, failure(110_404, 'No such configuration')];
      if (!faults.keepsDeleted) configs.delete(id);
      else return [500, failure(1000, 'Internal Server Error')];
      return [200, success({ id })];
    }
    if (/\/(?:rules|operations|zones)$/.test(pathname)) {
      return [200, success([], { result_info: { page: 1, per_page: 50, count: 0, total_count: 0 } })];
    }
    return [404, failure(7003, 'No route')];
  }

  return {
    configs,
    target: createTarget({
      api: 'http://tiny.invalid/client/v4',
      zone_id: tinyZoneId,
      zone_name: 'tiny.localhost',
      api_token: tinyToken,
    }),
    async fetch(request) {
      const [status, body] = await answer(request);
      return Response.json(faults.tamper ? faults.tamper(body, request) : body, { status });
    },
  };
}
