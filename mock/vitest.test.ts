import { describe, expect } from 'vitest';
import { test } from './vitest.ts';

const origin = 'http://localhost:4800';
const seen: string[] = [];

describe('a test with a platform', () => {
  const ways = ['one', 'two', 'three'];
  for (const way of ways) {
    test.concurrent(`${way}: each test has its own tenant on its network`, async ({ platform }) => {
      const { accountId, zoneId, zoneName, apiToken } = platform;
      seen.push(zoneId);
      expect(zoneName).toContain(`${way}-each-test-has`);
      const url = `${origin}/client/v4/zones?account.id=${accountId}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${apiToken}` } });
      const { result } = await answer.json();
      expect(result).toMatchObject([{ id: zoneId, name: zoneName }]);
      const page = await fetch(`http://www.${zoneName}/lamps`);
      expect(await page.text()).toContain('GET /lamps reached the origin of this zone.');
      expect(platform.journal.count({ plane: 'edge' })).toBe(1);
    });
  }

  test('shares its mock with the other tests of the file, but not its tenant', async ({ platform, mock }) => {
    expect(new Set([...seen, platform.zoneId]).size).toBe(ways.length + 1);
    for (const zone of seen) expect(mock.world.zones.get(zone)).toBeUndefined();
  });

  test('has a typed client', async ({ platform }) => {
    const params = { zone_id: platform.zoneId };
    const { status, body } = await platform.client.call('zones.zone.get', { params });
    expect([status, body.result?.name]).toEqual([200, platform.zoneName]);
  });

  test('passes requests through when none is for the mock', async ({ network }) => {
    expect(network.listHandlers()).toHaveLength(1);
    await expect(fetch('http://127.0.0.1:1/client/v5')).rejects.toThrow();
  });
});
