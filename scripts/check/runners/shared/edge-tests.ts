import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { call } from './api.ts';
import type { Door, SharedTest } from './door.ts';
import { contains, equal } from './expect.ts';

/** Blocks requests for orders without a valid token; returns a function that signs one. */
async function protectOrders(door: Door) {
  const { zoneId, zoneName } = door.platform;
  const host = `api.${zoneName}`;
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const config = await call(door, 'POST', `/zones/${zoneId}/token_validation/config`, {
    title: 'Orders',
    description: 'Tokens of the order service',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'jwt',
    credentials: { keys: [{ ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256' }] },
  });
  await call(door, 'POST', `/zones/${zoneId}/api_gateway/operations`, [
    { method: 'GET', host, endpoint: '/orders/{id}' },
  ]);
  await call(door, 'POST', `/zones/${zoneId}/token_validation/rules/bulk`, [
    {
      title: 'Orders need a token',
      description: '',
      action: 'block',
      enabled: true,
      expression: `is_jwt_valid("${config['id']}")`,
      selector: { include: [{ host: [host] }] },
    },
  ]);
  const sign = (expires: number) =>
    new SignJWT({ sub: 'user-1' })
      .setProtectedHeader({ alg: 'ES256', kid: 'key-1' })
      .setExpirationTime(expires)
      .sign(privateKey);
  const status = async (token?: string) => {
    const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await door.fetch(`http://${host}/orders/7`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  return { sign, status };
}

export const edgeTests: readonly SharedTest[] = [
  {
    title: 'the edge accepts a valid token, and blocks a broken or missing one',
    run: async (door) => {
      const { platform } = door;
      const { sign, status } = await protectOrders(door);
      const token = await sign(Math.floor(platform.clock.now() / 1000) + 60);
      const broken = `${token.slice(0, -8)}AAAAAAAA`;
      equal([await status(token), await status(broken), await status()], [200, 403, 403], 'the statuses');
      const reasons = platform
        .events()
        .flatMap(({ token_validation_violations }) => token_validation_violations ?? [])
        .map(({ reason }) => reason);
      equal(reasons, ['missing_token', 'invalid_signature'], 'the reasons, latest first');
    },
  },
  {
    title: 'a token expires when the clock of its tenant passes its time',
    run: async (door) => {
      const { clock } = door.platform;
      clock.freeze(Date.parse('2030-01-01T00:00:00Z'));
      const { sign, status } = await protectOrders(door);
      const token = await sign(Date.parse('2030-01-01T00:01:00Z') / 1000);
      equal(await status(token), 200, 'the status before');
      clock.advance(61);
      equal(await status(token), 403, 'the status after');
    },
  },
  {
    title: 'a custom rule blocks what its expression says',
    run: async (door) => {
      const { zoneId, zoneName } = door.platform;
      const phase = `/zones/${zoneId}/rulesets/phases/http_request_firewall_custom/entrypoint`;
      const expression = 'http.request.uri.path contains "/admin"';
      await call(door, 'PUT', phase, { rules: [{ action: 'block', expression }] });
      const status = async (path: string) => (await door.fetch(`http://${zoneName}${path}`)).status;
      equal([await status('/'), await status('/admin')], [200, 403], 'the statuses');
    },
  },
  {
    title: 'a page comes as Markdown to clients that accept it',
    run: async (door) => {
      const { zoneId, zoneName } = door.platform;
      await call(door, 'PATCH', `/zones/${zoneId}/settings/content_converter`, { value: 'on' });
      const answer = await door.fetch(`http://shop.${zoneName}/lamps`, {
        headers: { accept: 'text/markdown' },
      });
      equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8', 'the type');
      contains(await answer.text(), `# shop.${zoneName}\n\nGET /lamps reached`, 'the page');
    },
  },
];
