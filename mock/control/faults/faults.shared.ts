import assert from 'node:assert/strict';
import { createMock } from '../../index.ts';
import type { SharedCase } from '../../runners/setup/workbench.shared.ts';
import { setupNetwork } from '../../setup.ts';
import type { FaultInput } from './faults.ts';

const path = '/client/v4/user/tokens/verify';

/** How clients see faults, over an intercepted network and over a socket. */
async function meets(
  mock: ReturnType<typeof createMock>,
  base: string,
  fault: FaultInput,
): Promise<{ status: number; text: string } | 'dropped' | 'cut'> {
  const remove = mock.faults.add(fault);
  try {
    const headers = { authorization: `Bearer ${mock.defaults.apiToken}` };
    const response = await fetch(`${base}${path}`, { headers }).catch(() => undefined);
    if (!response) return 'dropped';
    const text = await response.text().catch(() => undefined);
    return text === undefined ? 'cut' : { status: response.status, text };
  } finally {
    remove();
  }
}

const operation = 'user.token.verify';
const cases = async (mock: ReturnType<typeof createMock>, base: string, dropped: readonly string[]) => {
  const whole = await meets(mock, base, { operation, latencyMs: 1 });
  assert.equal(typeof whole === 'object' && whole.status, 200);
  const refused = await meets(mock, base, { operation, status: 503 });
  assert.equal(typeof refused === 'object' && refused.status, 503);
  for (const drop of ['before', 'after'] as const) {
    const met = await meets(mock, base, { operation, drop });
    assert.ok(dropped.includes(String(met)), `a connection dropped ${drop} the work: ${String(met)}`);
  }
  assert.equal(await meets(mock, base, { operation, truncate: { bytes: 10 } }), 'cut');
  assert.equal(await meets(mock, base, { operation, truncate: { share: 0.5 } }), 'cut');
  assert.deepEqual(await meets(mock, base, { operation, latencyMs: 1 }), whole);
  mock.faults.add({ operation: 'inference', truncate: { bytes: 30 } });
  const streamed = await fetch(
    `${base}/client/v4/accounts/${mock.defaults.accountId}/ai/v1/chat/completions`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.defaults.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'openai/gpt-5',
        messages: [{ role: 'user', content: 'Hello' }],
        stream: true,
      }),
    },
  );
  assert.equal(streamed.headers.get('content-type'), 'text/event-stream');
  await assert.rejects(streamed.text(), 'a truncated stream ends as if it were complete');
};

/** The effects of faults on clients. */
export const faultCases: readonly SharedCase[] = [
  {
    title: 'faults reach an intercepted fetch: a status, a network error, a truncated body',
    async run() {
      const mock = createMock();
      const network = await setupNetwork(mock.handlers());
      try {
        await cases(mock, 'http://localhost:4800', ['dropped']);
      } finally {
        network.close();
        await mock.close();
      }
    },
  },
  {
    title: 'faults reach a fetch over a socket: a status, a dropped connection, a truncated body',
    async run() {
      const mock = createMock();
      const { api } = await mock.listen({ port: 0 });
      try {
        // Deno writes the head of an answer before the server can drop it.
        await cases(mock, new URL(api).origin, 'Deno' in globalThis ? ['dropped', 'cut'] : ['dropped']);
      } finally {
        await mock.close();
      }
    },
  },
];
