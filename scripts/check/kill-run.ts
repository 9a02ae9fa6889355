import type { Info } from '../../spec/services/touchstone/schemas.ts';
import { type StateServer, startServer } from './serve-state-run.ts';

/** Sends JSON to a server, and returns the parsed answer. @throws Error for a refusal or without an answer */
type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Something that is written again and again, each time with the next number. */
interface Deed {
  /** Prepares it on an empty server. */
  prepare?(ask: Ask, info: Info): Promise<void>;
  write(number: number, ask: Ask, info: Info): Promise<unknown>;
  /** The largest number that the server has; it must have all numbers before it. */
  read(ask: Ask, info: Info): Promise<number>;
}

interface Listed {
  readonly result: readonly { readonly [name: string]: unknown }[];
  readonly result_info?: { readonly total_count?: number };
}

/** The number of names, after checking that none is missing before the largest. */
function getLargest(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const gap = sorted.findIndex((number, index) => number !== index + 1);
  if (gap !== -1) throw new Error(`${gap + 1} is lost, of ${sorted.length} numbers up to ${sorted.at(-1)}`);
  return sorted.length;
}

/** Numbers in texts such as `z12.test`. */
const getNumbers = (texts: readonly unknown[], prefix: string) =>
  texts.map(String).flatMap((text) => {
    const number = new RegExp(`${prefix}([0-9]+)`).exec(text)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** All pages of a list. */
async function listAll(ask: Ask, path: string): Promise<Listed['result']> {
  const all: Listed['result'][number][] = [];
  for (let page = 1; ; page++) {
    const { result } = await ask<Listed>('GET', `${path}?per_page=50&page=${page}`);
    all.push(...result);
    if (result.length < 50) return all;
  }
}

const v4 = '/client/v4';
const zone = ({ zone_id }: Info) => `${v4}/zones/${zone_id}`;
const account = ({ account_id }: Info) => `${v4}/accounts/${account_id}`;
const configs = (info: Info) => `${zone(info)}/token_validation/config`;
const gateway = (info: Info) => `${account(info)}/ai-gateway/gateways/kept`;
const key = { kty: 'oct', kid: 'a', alg: 'HS256', k: 'a'.repeat(64) };
/** Of another account, so that no run draws on them. */
const credits = `/_touchstone/accounts/${'c'.repeat(32)}/credits`;
const settings = { cache_invalidate_on_update: true, collect_logs: true };
const rates = { rate_limiting_interval: 0, rate_limiting_limit: 0 };

const databases = (info: Info) => `${account(info)}/d1/database`;

/** Where queries of the only SQL database go. */
async function getQueries(ask: Ask, info: Info): Promise<string> {
  const { result } = await ask<Listed>('GET', databases(info));
  return `${databases(info)}/${result[0]?.['uuid']}/query`;
}

/** One deed for each kind of state. */
export const deeds: Readonly<Record<string, Deed>> = {
  configuration: {
    prepare: (ask, info) =>
      ask('POST', configs(info), {
        ...{ title: '0', description: '', token_type: 'JWT' },
        token_sources: ['http.request.headers["x"][0]'],
        credentials: { keys: [key] },
      }),
    async write(number, ask, info) {
      const { result } = await ask<Listed>('GET', configs(info));
      await ask('PATCH', `${configs(info)}/${result[0]?.['id']}`, { title: String(number) });
    },
    async read(ask, info) {
      const { result } = await ask<Listed>('GET', configs(info));
      return Number(result[0]?.['title']);
    },
  },
  operation: {
    write: (number, ask, info) =>
      ask('POST', `${zone(info)}/api_gateway/operations/item`, {
        ...{ method: 'GET', host: 'api.example.localhost', endpoint: `/n${number}` },
      }),
    async read(ask, info) {
      const all = await listAll(ask, `${zone(info)}/api_gateway/operations`);
      return getLargest(
        getNumbers(
          all.map(({ endpoint }) => endpoint),
          '/n',
        ),
      );
    },
  },
  zone: {
    write: (number, ask, info) =>
      ask('POST', `${v4}/zones`, { name: `z${number}.test`, account: { id: info.account_id } }),
    async read(ask) {
      const all = await listAll(ask, `${v4}/zones`);
      return getLargest(
        getNumbers(
          all.map(({ name }) => name),
          '^z',
        ),
      );
    },
  },
  ruleset: {
    prepare: (ask, info) =>
      ask('PUT', `${zone(info)}/rulesets/phases/http_request_firewall_custom/entrypoint`, {
        ...{ description: '0', rules: [] },
      }),
    write: (number, ask, info) =>
      ask('PUT', `${zone(info)}/rulesets/phases/http_request_firewall_custom/entrypoint`, {
        ...{ description: String(number), rules: [{ action: 'log', expression: 'true' }] },
      }),
    async read(ask, info) {
      const path = `${zone(info)}/rulesets/phases/http_request_firewall_custom/entrypoint`;
      const { result } = await ask<{ result: { description: string } }>('GET', path);
      return Number(result.description);
    },
  },
  gateway: {
    prepare: (ask, info) =>
      ask('POST', `${account(info)}/ai-gateway/gateways`, {
        id: 'kept',
        cache_ttl: 0,
        ...settings,
        ...rates,
      }),
    write: (number, ask, info) => ask('PUT', gateway(info), { cache_ttl: number, ...settings, ...rates }),
    async read(ask, info) {
      const { result } = await ask<{ result: { cache_ttl: number } }>('GET', gateway(info));
      return result.cache_ttl;
    },
  },
  log: {
    prepare: (ask, info) =>
      ask('POST', `${account(info)}/ai-gateway/gateways`, {
        id: 'default',
        cache_ttl: 0,
        ...settings,
        ...rates,
      }),
    write: (number, ask, info) =>
      ask('POST', `${account(info)}/ai/v1/chat/completions`, {
        model: 'openai/gpt-5',
        messages: [{ role: 'user', content: `Say ${number}` }],
      }),
    async read(ask, info) {
      const path = `${account(info)}/ai-gateway/gateways/default/logs?per_page=1`;
      return (await ask<Listed>('GET', path)).result_info?.total_count ?? 0;
    },
  },
  credits: {
    prepare: (ask) => ask('PUT', credits, { credits: 0, plan: 'paid' }),
    write: (number, ask) => ask('PUT', credits, { credits: number, plan: 'paid' }),
    read: async (ask) => (await ask<{ credits: number }>('GET', credits)).credits,
  },
  sql: {
    async prepare(ask, info) {
      await ask('POST', databases(info), { name: 'kept' });
      await ask('POST', await getQueries(ask, info), { sql: 'CREATE TABLE t (n UNIQUE)' });
    },
    async write(number, ask, info) {
      await ask('POST', await getQueries(ask, info), { sql: 'INSERT INTO t VALUES (?)', params: [number] });
    },
    async read(ask, info) {
      const sql = 'SELECT n FROM t';
      const { result } = await ask<{ result: { results: { n: number }[] }[] }>(
        'POST',
        await getQueries(ask, info),
        { sql },
      );
      return getLargest(result[0]?.results.map(({ n }) => n) ?? []);
    },
  },
  tenant: {
    write: (number, ask) => ask('POST', '/_touchstone/tenants', { name: `tenant ${number}` }),
    async read(ask) {
      const all = await ask<{ name: string }[]>('GET', '/_touchstone/tenants');
      return getLargest(
        getNumbers(
          all.map(({ name }) => name),
          'tenant ',
        ),
      );
    },
  },
  repository: {
    prepare: (ask, info) => ask('POST', `${account(info)}/artifacts/namespaces`, { namespace: 'default' }),
    write: (number, ask, info) =>
      ask('POST', `${account(info)}/artifacts/namespaces/default/repos`, { name: `r${number}` }),
    async read(ask, info) {
      const names: unknown[] = [];
      const path = `${account(info)}/artifacts/namespaces/default/repos?limit=200`;
      for (let cursor = ''; ; ) {
        const { result, result_info } = await ask<Listed & { result_info: { cursor?: string } }>(
          'GET',
          `${path}${cursor}`,
        );
        names.push(...result.map(({ name }) => name));
        if (!result_info.cursor || result.length === 0) break;
        cursor = `&cursor=${encodeURIComponent(result_info.cursor)}`;
      }
      return getLargest(getNumbers(names, '^r'));
    },
  },
};

const toAsk =
  ({ info, fetch }: StateServer): Ask =>
  async (method, path, body) => {
    const answer = await fetch(
      new Request(`${new URL(info.api ?? '').origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Refused(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };

/** An answer that says no, which a killed server does not give. */
class Refused extends Error {}

/** What was killed, and what the next server had. */
export interface KillReport {
  /** Writes that were answered. */
  readonly acknowledged: number;
  /** Writes that were under way at a kill, and found afterwards. */
  readonly foundUnacknowledged: number;
}

/**
 * Kills servers on one folder while all deeds are written, and compares each time what the next one has with what was
 * answered.
 *
 * @param delay milliseconds until a kill
 * @param names deeds; by default all
 * @throws Error with what was lost
 */
export async function killServers(
  state: string,
  rounds: number,
  delay: (round: number) => number,
  names: readonly string[] = Object.keys(deeds),
): Promise<KillReport> {
  const report = { acknowledged: 0, foundUnacknowledged: 0 };
  const chosen = Object.entries(deeds).filter(([name]) => names.includes(name));
  const known = new Map(names.map((name) => [name, 0]));
  for (let round = 0; round <= rounds; round++) {
    const server = await startServer(state, ['--no-browser', '--log', 'none', '--tenants', 'on-demand']);
    try {
      const [ask, { info }] = [toAsk(server), server];
      for (const [name, deed] of chosen) {
        if (round === 0) {
          await deed.prepare?.(ask, info);
          continue;
        }
        const before = known.get(name) ?? 0;
        const found = await deed.read(ask, info);
        // The write that was under way may have been made or not.
        if (found !== before && found !== before + 1) {
          throw new Error(
            `round ${round}, ${name}: ${before} was answered, and the next server has ${found}`,
          );
        }
        report.foundUnacknowledged += found - before;
        known.set(name, found);
      }
      if (round === rounds) break;
      let isOver = false;
      const writing = chosen.map(async ([name, deed]) => {
        for (let number = (known.get(name) ?? 0) + 1; !isOver; number++) {
          await deed.write(number, ask, info);
          known.set(name, number);
          report.acknowledged++;
        }
      });
      const written = Promise.allSettled(writing);
      await new Promise((resolve) => setTimeout(resolve, delay(round)));
      await server.kill();
      isOver = true;
      for (const { reason } of (await written).filter(isRejected)) {
        if (reason instanceof Refused) throw reason;
      }
    } finally {
      await server.kill();
    }
  }
  return report;
}

const isRejected = (outcome: PromiseSettledResult<unknown>) => outcome.status === 'rejected';
