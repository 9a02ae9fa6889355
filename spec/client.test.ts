import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { fillPath } from './endpoint.ts';

const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';

/** A client that adds its requests to a list and gets the answer of the test. */
function recorded(answer: () => Response) {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: 'http://localhost:4800/client/v4/',
    headers: { authorization: 'Bearer secret' },
    fetch: async (request) => {
      requests.push(request);
      return answer();
    },
  });
  return { client, requests };
}

const ok = () => Response.json({ result: null, success: true, errors: [], messages: [] });

describe('the client', () => {
  it('fills the path, repeats keys of the query and sends the credentials', async () => {
    const { client, requests } = recorded(ok);
    await client.call('token-validation.rule.preview', {
      params: { zone_id },
      query: { state: ['included', 'excluded'], page: '2' },
      body: {},
    });
    const [request] = requests;
    expect(request?.url).toBe(
      `http://localhost:4800/client/v4/zones/${zone_id}/token_validation/rules/preview?state=included&state=excluded&page=2`,
    );
    expect(request?.method).toBe('POST');
    expect(request?.headers.get('authorization')).toBe('Bearer secret');
    expect(request?.headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['a\r\n', 'a%0D%0A'],
    ['\ud800', '%EF%BF%BD'],
  ])('fills the path with any text of a target: %j', async (config_id, segment) => {
    const { client, requests } = recorded(ok);
    await client.send({ method: 'GET', path: fillPath('/config/{config_id}', { config_id }) });
    expect(requests[0]?.url).toBe(new URL(`http://localhost:4800/client/v4/config/${segment}`).href);
  });

  it.each(['', '.', '..'])(
    'fills no path with the id "%s", which names the collection or its parent',
    (id) => {
      expect(() => fillPath('/config/{config_id}', { config_id: id })).toThrow(URIError);
    },
  );

  it('sends requests of the admin API to the root of the host', async () => {
    const { client, requests } = recorded(ok);
    await client.call('touchstone.info.get', {});
    expect(requests[0]?.url).toBe('http://localhost:4800/_touchstone/info');
  });

  it('returns a refusal as a reply', async () => {
    const { client } = recorded(() => Response.json({ success: false }, { status: 403 }));
    const reply = await client.call('user.token.verify', {});
    expect([reply.status, reply.body]).toEqual([403, { success: false }]);
  });

  it('returns an answer that is not JSON as text', async () => {
    const { client } = recorded(() => new Response('<html>', { status: 502 }));
    const { status, text, body } = await client.send({ method: 'GET', path: '/zones' });
    expect([status, text, body]).toEqual([502, '<html>', undefined]);
  });

  it('omits an emptied header', async () => {
    const { client, requests } = recorded(ok);
    await client.with({ authorization: '' }).send({ method: 'GET', path: '/zones' });
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });
});
