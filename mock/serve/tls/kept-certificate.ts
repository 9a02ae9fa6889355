import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { makeServerCertificate, type ServerCertificate } from '../../../spec/certificates.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { makeDurably, writeDurably } from '../git/durable-file.ts';
import type { ServerKey } from '../plane.ts';

/** A certificate of this server's own making. */
export interface OwnCertificate {
  readonly tls: ServerKey;
  /** PEM file that clients trust. */
  readonly trust: string;
}

/** What the server shows, with its key, and the file that clients are given. */
const SERVER = 'server.pem';
const AUTHORITY = 'authority.pem';
/** Time that a certificate has to be valid yet to be used for another run. */
const spareMs = 30 * 86_400_000;

const part = (label: string) => new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----\n`);
const certificatePart = part('CERTIFICATE');
const keyPart = part('PRIVATE KEY');

/**
 * The certificate that is kept in a folder; a new one where there is none, or where that is about to expire or stands
 * for other names. The key can be read by the owner alone.
 *
 * @param folder is made where it isn't there
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
  // The two are looked at together, so it does not matter which of them a crash leaves.
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
    const there = new Set(altNames(server));
    return (
      server.verify(publicKey) &&
      Date.parse(server.validTo) > now + spareMs &&
      names.every((name) => there.has(canonical(name)))
    );
  } catch {
    return false; // It was damaged.
  }
}

const altNames = ({ subjectAltName = '' }: X509Certificate) =>
  subjectAltName.split(', ').map((name) => canonical(name.replace(/^[^:]+:/, '')));

/** Addresses as URLs write them, which every runtime does in the same way. */
function canonical(name: string): string {
  return name.includes(':') ? new URL(`http://[${name}]`).hostname : name;
}

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
