/**
 * One mock in a process of its own, and requests of tenants: prints the bytes of memory of the process as JSON. Run by
 * `memory.ts` on each runtime, which lets it collect garbage.
 *
 *     bun scripts/bench/memory-figures.ts 10000 keep
 *
 * `keep` leaves all tenants there are, `remove` removes each once it was used.
 */

import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { createMock, type Mock } from '../../mock/assembly/create-mock.ts';
import { basePath } from '../../spec/endpoint.ts';

/** Bytes of memory. */
interface Memory {
  /** In use once garbage was collected: the heap, and what hangs on it. */
  readonly used: number;
  /** Resident, which is what the runtime keeps for itself too. */
  readonly resident: number;
}

/** What one process tells. */
export interface MemoryFigures {
  /** Once a mock was asked everything once, by one tenant. */
  readonly one: Memory;
  /** Once all tenants have asked. */
  readonly all: Memory;
  /** Tenants that are left. */
  readonly tenants: number;
}

const key = 'c2FtZS1rZXktb2YtYWxsLXRlc3RzLXdpdGgtdGVuYW50cw';
const model = '@cf/meta/llama-3.1-8b-instruct';

/** Makes a tenant and uses it: a configuration, a rule, a run of a model, a request to its zone. */
async function useTenant(mock: Mock): Promise<() => void> {
  const { accountId, zoneId, zoneName, apiToken, remove } = mock.tenant();
  const post = async (path: string, body: object): Promise<{ readonly result: { readonly id: string } }> => {
    const answer = await mock.fetch(
      new Request(`http://localhost${basePath}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  const config = await post(`/zones/${zoneId}/token_validation/config`, {
    title: 'Shop',
    description: 'Tokens of the shop',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'JWT',
    credentials: { keys: [{ kty: 'oct', kid: 'key', alg: 'HS256', k: key }] },
  });
  await post(`/zones/${zoneId}/token_validation/rules`, {
    title: 'Guard',
    description: '',
    action: 'block',
    enabled: true,
    expression: `is_jwt_valid("${config.result.id}")`,
    selector: { include: [{ host: [zoneName] }] },
  });
  await post(`/accounts/${accountId}/ai/run/${model}`, { prompt: 'Name one colour.' });
  const answer = await mock.edge(new Request(`http://${zoneName}/`));
  await answer.arrayBuffer();
  return remove;
}

async function memory(): Promise<Memory> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
  // Bun counts what hangs on the heap as heap too.
  const used = 'Bun' in globalThis ? heapUsed : heapUsed + external;
  return { used, resident: Number(kilobytes) * 1024 };
}

/** Bun has a function for it; Node and Deno have one with `--expose-gc`. */
function collectGarbage(): void {
  if ('Bun' in globalThis) Bun.gc(true);
  else globalThis.gc?.();
}

const [count = '', then] = process.argv.slice(2);
const mock = createMock({ gatewayHeader: 'optional' });
(await useTenant(mock))();
const one = await memory();
for (let made = 0; made < Number(count); made++) {
  const remove = await useTenant(mock);
  if (then === 'remove') remove();
  // Between two tests there is a turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 0));
}
const all = await memory();
const figures: MemoryFigures = { one, all, tenants: mock.world.accounts.size - 1 };
console.log(JSON.stringify(figures));
