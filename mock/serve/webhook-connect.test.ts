import { expect, it } from 'vitest';
import { checkAddress } from '../engines/address/address-check.ts';
import { resolveHost } from './webhook-connect.ts';

const { signal } = new AbortController();

it('finds all addresses of a name, in a form that the check can read', async () => {
  const addresses = await resolveHost('localhost', signal);
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(checkAddress(address)).toEqual({ refused: 'loopback' });
});

it('throws for a name without an address', async () => {
  await expect(resolveHost('no-such-host.invalid', signal)).rejects.toThrow();
});
