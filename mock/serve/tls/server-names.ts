import { networkInterfaces } from 'node:os';
import { worldDefaults } from '../../world/defaults.ts';

/** Addresses that stand for every address of a machine. */
const unspecified = ['0.0.0.0', '::'];

/**
 * What clients call the planes that listen on an address: this machine, hosts of the seeded zone and account below
 * `localhost`, and the address itself. Most clients take `*.localhost` for no name at all, as it has one dot only.
 */
export function serverNames(host: string): string[] {
  const { zoneName, accountId } = worldDefaults;
  const hosts = ['localhost', '*.localhost', zoneName, `*.${zoneName}`, `${accountId}.localhost`];
  const addresses = ['127.0.0.1', '::1', ...(unspecified.includes(host) ? ownAddresses() : [host])];
  return [...new Set([...hosts, ...addresses])];
}

function ownAddresses(): string[] {
  try {
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    // What follows the percent sign says on which network of this machine, and is in no certificate.
    return all.map(({ address }) => address.replace(/%.*/, ''));
  } catch {
    return []; // Deno asks for leave.
  }
}
