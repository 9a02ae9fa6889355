import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { createConfig } from '../assembly/testing/token-validation.ts';
import { getSecretHeaders } from './token-check.ts';

it('lists the headers that configurations read tokens from', async () => {
  const mock = createMock();
  const zoneId = mock.defaults.zoneId;
  const zone = mock.world.zone(zoneId);
  if (!zone) throw new Error('the seeded world has this zone');
  expect(getSecretHeaders(zone)).toEqual([]);
  for (const token_sources of [
    ['http.request.headers["x-one"][0]', 'http.request.cookies["x-cookie"][0]'],
    ['http.request.headers[ "x-two" ][1]'],
  ]) {
    await createConfig(getClient(mock), zoneId, { token_sources });
  }
  expect(getSecretHeaders(zone).toSorted()).toEqual(['x-one', 'x-two']);
});
