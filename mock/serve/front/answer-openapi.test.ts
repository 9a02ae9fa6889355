import { describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { withFront } from './front.ts';
import { createOpenapiJson } from './openapi-json.ts';

const fetch = withFront(createMock());
const get = (url: string, headers: HeadersInit = {}) => fetch(new Request(url, { headers }));

describe('the OpenAPI document of a server', () => {
  it('has the address that the request was sent to', async () => {
    for (const origin of ['http://localhost:4800', 'https://mock.test:1']) {
      const document = await (await get(`${origin}/openapi.json?x`)).json();
      expect(document.servers[0].url).toBe(origin);
      expect(JSON.stringify(document)).not.toContain('server.invalid');
    }
  });

  it('has the operations of the register that services give a meaning of their own', async () => {
    const { paths, tags } = await (await get('http://localhost:4800/openapi.json')).json();
    const datasets = '/client/v4/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/datasets';
    expect(paths[datasets].post).toMatchObject({
      operationId: 'ai-gateway.datasets.create',
      'x-permissions': ['AI Gateway Edit'],
    });
    expect(tags.map(({ name }: { name: string }) => name)).toContain('d1');
  });

  it('is what the command prints', async () => {
    const served = await (await get('http://localhost:4800/openapi.json')).text();
    expect(served === (await createOpenapiJson('http://localhost:4800'))).toBe(true);
  });

  it('shows recorded exchanges, and has no more than 1.5 MB', async () => {
    const text = await (await get('http://localhost:4800/openapi.json')).text();
    expect(text).toContain('"title":"Shop sign-in"');
    expect(text.length).toBeLessThan(1_500_000);
  });

  it('is not sent again to a client that has it', async () => {
    const first = await get('http://localhost:4800/openapi.json');
    const etag = first.headers.get('etag') ?? '';
    const again = await get('http://localhost:4800/openapi.json', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const elsewhere = await get('http://127.0.0.1:4800/openapi.json', { 'if-none-match': etag });
    expect(elsewhere.status).toBe(200);
  });
});

it('the API reference may run its own scripts only', async () => {
  const response = await get('http://localhost:4800/docs');
  expect(await response.text()).toContain('<div id="reference">');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
});
