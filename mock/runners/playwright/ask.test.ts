import { describe, expect, it } from 'vitest';
import { findDestination } from '../handlers/destination.ts';
import { type Asked, askAndFollow, redirected } from './ask.ts';

const asked: Asked = {
  url: new URL('http://shop.test/cart#top'),
  method: 'POST',
  headers: { authorization: 'Bearer a', 'content-type': 'text/plain', accept: '*/*' },
  body: new Uint8Array([1]),
};
const leading = (status: number, location: string) => new Response(null, { status, headers: { location } });
const find = findDestination('*/client/v4', ['shop.test', 'pay.test']);
const { signal } = new AbortController();

describe('redirected', () => {
  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [302, 'PUT', 'PUT'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'PUT', 'PUT'],
  ])('sends the next request after a %i to %s with %s', (status, method, expected) => {
    const next = redirected({ ...asked, method }, leading(status, '/next'));
    expect(next?.method).toBe(expected);
    expect(next?.url.href).toBe('http://shop.test/next#top');
    expect(next?.body).toEqual(expected === 'GET' ? undefined : asked.body);
    expect(next?.headers['content-type']).toBe(expected === 'GET' ? undefined : 'text/plain');
    expect(next?.headers['authorization']).toBe('Bearer a');
  });

  it('sends no credential to another origin', () => {
    const next = redirected(asked, leading(307, 'https://shop.test/'));
    expect(next?.headers).toEqual({ 'content-type': 'text/plain', accept: '*/*' });
  });

  it.each([
    ['has no location', new Response(null, { status: 302 })],
    ['has another status', leading(201, '/next')],
    ['redirects to an invalid URL', leading(302, 'http://')],
  ])('returns nothing when an answer %s', (_, response) => {
    expect(redirected(asked, response)).toBeUndefined();
  });
});

describe('askAndFollow', () => {
  const following = (answers: Readonly<Record<string, Response>>, seen: string[] = []) => ({
    fetch: async () => Response.error(),
    async edge(request: Request) {
      seen.push(`${request.method} ${request.url}`);
      return answers[request.url] ?? new Response(null, { status: 404 });
    },
  });

  it('follows redirects and sets the cookies of the requested host', async () => {
    const first = leading(302, 'http://pay.test/');
    first.headers.append('set-cookie', 'a=1');
    const second = leading(302, 'http://shop.test/done');
    second.headers.append('set-cookie', 'b=2');
    const seen: string[] = [];
    const answers = {
      'http://shop.test/cart#top': first,
      'http://shop.test/cart': first,
      'http://pay.test/#top': second,
      'http://pay.test/': second,
      'http://shop.test/done#top': new Response('thanks'),
      'http://shop.test/done': new Response('thanks'),
    };
    const response = await askAndFollow(following(answers, seen), find, asked, signal);
    expect(await response.text()).toBe('thanks');
    expect(seen.map((one) => one.replace('#top', ''))).toEqual([
      'POST http://shop.test/cart',
      'GET http://pay.test/',
      'GET http://shop.test/done',
    ]);
    expect(response.headers.getSetCookie()).toEqual(['a=1']);
  });

  it('leaves a redirect out of the mock to the browser', async () => {
    const away = { ...asked, url: new URL('http://shop.test/away') };
    const answers = { 'http://shop.test/away': leading(302, 'http://elsewhere.test/') };
    const response = await askAndFollow(following(answers), find, away, signal);
    expect(response.status).toBe(302);
  });

  it('ends an endless chain', async () => {
    const circle = { ...asked, url: new URL('http://shop.test/circle') };
    const mock = { fetch: async () => Response.error(), edge: async () => leading(307, '/circle') };
    await expect(askAndFollow(mock, find, circle, signal)).rejects.toThrow('redirects more than 20 times');
  });
});
