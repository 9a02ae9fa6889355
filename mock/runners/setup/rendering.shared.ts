import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MockOptions } from '../../assembly/options.ts';
import { createMock } from '../../index.ts';
import { setupNetwork } from '../../setup.ts';
import type { SharedCase } from './workbench.shared.ts';

type Ask = (action: string, body: object) => Promise<Response>;

/** Runs a function while a mock renders pages behind the handlers, then closes the mock and its browser. */
async function withRendering(
  browser: MockOptions['browser'],
  use: (ask: Ask) => Promise<unknown>,
): Promise<void> {
  const mock = createMock({ browser });
  const network = await setupNetwork(mock.handlers());
  const url = `https://api.cloudflare.com/client/v4/accounts/${mock.defaults.accountId}/browser-rendering`;
  const headers = {
    authorization: `Bearer ${mock.defaults.apiToken}`,
    'content-type': 'application/json',
  };
  try {
    await use((action, body) =>
      fetch(`${url}/${action}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
  } finally {
    network.close();
    await mock.close();
  }
}

/** A page on a real socket of this machine. */
async function withPage(html: string, use: (url: string) => Promise<unknown>): Promise<void> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    // A server that listens on a port has an address of this kind.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const green = '<body style="margin:0;background:#0a0"><script>document.title="drawn"</script>';
const viewport = { width: 40, height: 30 };

/** Rendering behind handlers, while the network of the process is intercepted. */
export const renderingCases: readonly SharedCase[] = [
  {
    title: 'a page from HTML is drawn, to the same bytes each time',
    run: () =>
      withRendering(undefined, async (ask) => {
        const sums = new Set<string>();
        for (let time = 0; time < 3; time++) {
          const answer = await ask('screenshot', { html: green, viewport });
          assert.equal(answer.status, 200);
          assert.equal(answer.headers.get('content-type'), 'image/png');
          const bytes = Buffer.from(await answer.arrayBuffer());
          assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [40, 30]);
          sums.add(createHash('sha256').update(bytes).digest('hex'));
        }
        assert.equal(sums.size, 1);
      }),
  },
  {
    title: 'links of a page of this machine are read if private networks are allowed',
    run: () =>
      withPage('<a href="/a">a</a><a href="https://example.com/b">b</a>', (url) =>
        withRendering({ privateNetwork: 'loopback' }, async (ask) => {
          const answer = await (await ask('links', { url })).json();
          assert.deepEqual(answer, { success: true, result: [`${url}a`, 'https://example.com/b'] });
        }),
      ),
  },
  {
    title: 'a page of this machine is refused by default',
    run: () =>
      withPage('<p>secret', (url) =>
        withRendering(undefined, async (ask) => {
          const answer = await ask('content', { url });
          assert.equal(answer.status, 422);
          assert.equal((await answer.json()).errors[0].code, 5010);
        }),
      ),
  },
  {
    title: 'a mock without a browser says so, in the words of the service',
    run: () =>
      withRendering(false, async (ask) => {
        const answer = await ask('screenshot', { html: green });
        assert.equal(answer.status, 503);
        const { errors } = await answer.json();
        assert.equal(errors[0].message, 'No browser available. Please try again in a few minutes.');
      }),
  },
];
