/**
 * One mock in a process of its own, and requests of tenants: prints the memory of the process in bytes as JSON.
 * `memory.ts` runs it on each runtime, with access to garbage collection.
 *
 *     bun scripts/bench/memory-figures.ts 10000 keep
 *
 * `keep` keeps all tenants, `remove` removes each after its use.
 */

import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { createMock, type Mock } from '../../mock/assembly/create-mock.ts';
import { basePath } from '../../spec/endpoint.ts';

/** Bytes of memory. */
interface Memory {
  /** In use after a garbage collection: the heap, and what it refers to. */
  readonly used: number;
  /** Resident, which includes the runtime's own reserve. */
  readonly resident: number;
}

/** The output of one process. */
export interface MemoryFigures {
  /** After one tenant has made every request once. */
  readonly one: Memory;
  /** After all tenants have made their requests. */
  readonly all: Memory;
  /** Remaining tenants. */
  readonly tenants: number;
}

const key = 'c2FtZS1rZXktb2YtYWxsLXRlc3RzLXdpdGgtdGVuYW50cw';
const model = '@cf/meta/llama-3.1-8b-instruct';

/** Creates and uses a tenant: a configuration, a rule, a run of a model, a request to its zone. */
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
  // Bun also counts memory that the heap refers to as heap.
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
