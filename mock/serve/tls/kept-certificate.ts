import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { makeServerCertificate, type ServerCertificate } from '../../../spec/certificates.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { makeDurably, writeDurably } from '../git/durable-file.ts';
import type { ServerKey } from '../plane.ts';

/** A certificate made by this server. */
export interface OwnCertificate {
  readonly tls: ServerKey;
  /** PEM file that clients must trust. */
  readonly trust: string;
}

/** File with the server's certificate and key, and file for clients to trust. */
const SERVER = 'server.pem';
const AUTHORITY = 'authority.pem';
/** Remaining validity that a certificate needs to be reused. */
const spareMs = 30 * 86_400_000;

const part = (label: string) => new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----\n`);
const certificatePart = part('CERTIFICATE');
const keyPart = part('PRIVATE KEY');

/**
 * Returns the certificate kept in a folder. It makes a new one if there is none, or if that is about to expire or lacks
 * a name. Only the owner can read the key.
 *
 * @param folder created if it does not exist
 * @param now in milliseconds since the epoch
 * @example
 * const { tls, trust } = await keptCertificate('/var/lib/touchstone/tls', ['localhost', '127.0.0.1']);
 */
export async function keptCertificate(
  folder: string,
  names: readonly string[],
  now = Date.now(),
): Promise<OwnCertificate> {
  const trust = resolve(folder, AUTHORITY);
  const kept = await readKept(folder);
  if (kept && fits(kept, names, now)) return { tls: { cert: kept.cert, key: kept.key }, trust };
  const { cert, key, authority } = await makeServerCertificate(names, now);
  await makeDurably(folder);
  // The files are checked together, so it does not matter which of them a crash leaves.
  await writeDurably(folder, SERVER, cert + key, 0o600);
  await writeDurably(folder, AUTHORITY, authority);
  return { tls: { cert, key }, trust };
}

async function readKept(folder: string): Promise<ServerCertificate | undefined> {
  const files = await Promise.all(
    [SERVER, AUTHORITY].map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)),
  );
  const [server = '', authority = ''] = files;
  const [cert, key] = [certificatePart.exec(server)?.[0], keyPart.exec(server)?.[0]];
  return cert !== undefined && key !== undefined && certificatePart.test(authority)
    ? { cert, key, authority }
    : undefined;
}

function fits({ cert, authority }: ServerCertificate, names: readonly string[], now: number): boolean {
  try {
    const server = new X509Certificate(cert);
    const { publicKey } = new X509Certificate(authority);
    const present = new Set(altNames(server));
    return (
      server.verify(publicKey) &&
      Date.parse(server.validTo) > now + spareMs &&
      names.every((name) => present.has(canonical(name)))
    );
  } catch {
    return false; // It was damaged.
  }
}

const altNames = ({ subjectAltName = '' }: X509Certificate) =>
  subjectAltName.split(', ').map((name) => canonical(name.replace(/^[^:]+:/, '')));

/** Addresses in the form of URLs, which is the same on every runtime. */
function canonical(name: string): string {
  return name.includes(':') ? new URL(`http://[${name}]`).hostname : name;
}

/** Addresses that mean every address of a machine. */
const unspecified = ['0.0.0.0', '::'];

/**
 * Names in the certificate of a server that listens on an address: this machine, hosts of the seeded zone and account
 * under `localhost`, and the address itself. Most clients ignore `*.localhost`, as it has only one dot.
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
    // The part after the percent sign names a network interface and is not part of a certificate.
    return all.map(({ address }) => address.replace(/%.*/, ''));
  } catch {
    return []; // Deno asks for leave.
  }
}
