import { expect } from 'vitest';
import { createTest } from './create-test.ts';

const test = createTest({
  mock: { basis: 'documented' },
  handlers: { baseUrl: 'https://api.shop.test/v4', zones: ['*.shop.test'] },
  network: { onUnhandledRequest: 'error' },
});

test('uses the given mock options and handlers', async ({ mock, network }) => {
  expect(network.listHandlers()).toHaveLength(1);
  const headers = { authorization: `Bearer ${mock.defaults.apiToken}` };
  const answer = await fetch('https://api.shop.test/v4/user/tokens/verify', { headers });
  expect(answer.headers.get('touchstone-operation')).toBe('user.token.verify');
});

test('uses the given kind of network', async ({ platform }) => {
  const elsewhere = `http://localhost:4800/client/v4/zones/${platform.zoneId}`;
  await expect(fetch(elsewhere)).rejects.toThrow();
});
