import { describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { withFront } from './front.ts';

const fetch = withFront(createMock());
const get = (path: string, headers: HeadersInit = {}, method = 'GET') =>
  fetch(new Request(`http://localhost:4800${path}`, { method, headers }));
const browser = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

describe('the start page', () => {
  it('is the console for a browser, which may run its own scripts only', async () => {
    const response = await get('/', browser);
    expect(response.headers.get('content-type')).toBe('text/html;charset=UTF-8');
    expect(await response.text()).toContain('<div id="console">');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('has links for a program', async () => {
    const response = await get('/');
    expect(response.headers.get('content-type')).toMatch('application/json');
    expect(await response.json()).toMatchObject({
      name: 'touchstone',
      console: 'http://localhost:4800/',
      info: 'http://localhost:4800/_touchstone/info',
    });
  });

  it('is the answer of a document that has the same path, for a program', async () => {
    const schema = {
      type: 'object',
      required: ['shop'],
      properties: { shop: { type: 'string', enum: ['open'] } },
    };
    const own = withFront(
      createMock({
        openapi: {
          openapi: '3.1.0',
          info: { title: 'Shop', version: '1' },
          paths: {
            '/': {
              get: { responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } } },
            },
          },
        },
      }),
    );
    const at = 'http://localhost:4800/';
    expect(await (await own(new Request(at))).json()).toEqual({ shop: 'open' });
    expect(await (await own(new Request(at, { headers: browser }))).text()).toContain('<div id="console">');
    expect(await (await own(new Request(`${at}openapi.json`))).json()).toHaveProperty('paths');
  });

  it('has no credentials for either', async () => {
    for (const headers of [browser, {}]) {
      expect(await (await get('/', headers)).text()).not.toMatch(/token-0000|c2547eb745/);
    }
  });

  it('leaves other methods and paths to the mock', async () => {
    for (const response of [await get('/', browser, 'POST'), await get('/console/other.js', browser)]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false });
    }
    const verified = await get('/client/v4/user/tokens/verify', {
      authorization: 'Bearer touchstone-full-access-token-0000000001',
    });
    expect(await verified.json()).toMatchObject({ success: true });
  });
});

describe('the files of the console', () => {
  it('have their media types', async () => {
    expect((await get('/console/console.css?1')).headers.get('content-type')).toBe('text/css;charset=UTF-8');
    expect((await get('/console/icon.svg')).headers.get('content-type')).toBe('image/svg+xml');
  });
});
