import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeServerCertificate } from '../../spec/certificates.ts';
import { edgeOverHttp } from './edge.ts';
import { fetchTrusting, trustedCertificates } from './trust.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-trust-'));
const file = join(folder, 'authority.pem');
const other = join(folder, 'other.pem');
let server: Server;
let url = '';

beforeAll(async () => {
  const { cert, key, authority } = await makeServerCertificate(['localhost', '127.0.0.1']);
  writeFileSync(file, authority);
  writeFileSync(other, (await makeServerCertificate(['localhost'])).authority);
  server = createServer({ cert, key }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end(`${request.method} ${request.headers.host} ${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has one
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const asked = { method: 'POST', path: '/x', host: 'api.zone.test', headers: [], body: 'sent' };

describe('a target with a certificate of its own', () => {
  it('answers no client that does not trust it', async () => {
    await expect(fetchTrusting(null)(new Request(url))).rejects.toThrow();
    await expect(edgeOverHttp(url)(asked, AbortSignal.timeout(5000))).rejects.toThrow();
    await expect(
      edgeOverHttp(url, trustedCertificates(other))(asked, AbortSignal.timeout(5000)),
    ).rejects.toThrow();
  });

  it('uses its certificate for the API', async () => {
    const answer = await fetchTrusting(file)(new Request(url, { method: 'POST', body: 'sent' }));
    expect(await answer.text()).toBe(`POST ${new URL(url).host} sent`);
  });

  it('answers for every host of its edge, with a certificate for the edge itself', async () => {
    const { text } = await edgeOverHttp(url, trustedCertificates(file))(asked, AbortSignal.timeout(5000));
    expect(text).toBe('POST api.zone.test sent');
  });

  it('is refused when its certificate file is missing', () => {
    expect(() => fetchTrusting(join(folder, 'none'))).toThrow(
      `tls_certificate: ${join(folder, 'none')} does not exist`,
    );
  });
});
