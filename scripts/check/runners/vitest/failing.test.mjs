import { test } from 'touchstone/vitest';
import { expect } from 'vitest';

const api = 'https://api.cloudflare.com/client/v4';

test('fails, and prints its requests', async ({ platform }) => {
  await fetch(`http://shop.${platform.zoneName}/lamps`);
  await fetch(`${api}/no/such/thing`);
  const { status } = await fetch(`${api}/zones/${platform.zoneId}`);
  expect(status).toBe(200);
});
