import { expect, test } from 'vitest';
import { worldDefaults } from '../../../world/defaults.ts';
import { World } from '../../../world/world.ts';
import { publisherFor } from './publish-picture.ts';

test('a picture is stored for its account and linked at the host of the request', () => {
  const world = new World({ tenants: 'strict', seed: 1 });
  const account = world.account(worldDefaults.accountId);
  if (!account) throw new Error('The world has no account');
  const publish = publisherFor(
    account,
    'http://localhost:4800/client/v4/accounts/a/ai/run?x=1',
    () => 'id-1',
  );
  const url = publish({ bytes: Uint8Array.of(1, 2), mediaType: 'image/png' });
  expect(url).toBe(`http://localhost:4800/_touchstone/accounts/${account.id}/pictures/id-1`);
  expect(account.pictures.get('id-1')).toEqual({ bytes: Uint8Array.of(1, 2), mediaType: 'image/png' });
});
