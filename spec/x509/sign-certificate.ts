import {
  ascii,
  type Bytes,
  bits,
  concat,
  der,
  integer,
  isTrue,
  octets,
  oid,
  pem,
  sequence,
  text,
  utcTime,
} from './der.ts';

/** ECDSA on P-256 with SHA-256, the keys and signatures of every certificate that is made here. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const ecdsaWithSha256 = () => sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const dayMs = 86_400_000;

/** Who signs: by which name, and with which keys. */
export interface Issuer {
  readonly name: string;
  readonly keys: CryptoKeyPair;
}

/** What a certificate says. */
export interface CertificateFacts {
  /** Common name of whom it is for. */
  readonly name: string;
  readonly keys: CryptoKeyPair;
  /** DNS names and addresses that it stands for. */
  readonly altNames?: readonly string[];
  /** `authority` signs others, `server` shows itself; left out, both. */
  readonly use?: 'authority' | 'server';
  readonly validFrom: Date;
  readonly days: number;
}

/** New keys for a certificate; Web Crypto lets them be exported. */
export function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

/** The private one of a pair of keys, as PEM. */
export async function privateKeyPem({ privateKey }: CryptoKeyPair): Promise<string> {
  return pem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey)));
}

/**
 * Makes a certificate (X.509 v3, RFC 5280) as PEM.
 *
 * @param issuer who signs it
 */
export async function signCertificate(facts: CertificateFacts, issuer: Issuer): Promise<string> {
  // Positive, as RFC 5280 section 4.1.2.2 asks.
  const serial = crypto.getRandomValues(new Uint8Array(9));
  serial[0] = 1;
  const { validFrom } = facts;
  const validTo = new Date(validFrom.getTime() + facts.days * dayMs);
  const unsigned = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, serial),
    ecdsaWithSha256(),
    distinguishedName(issuer.name),
    sequence(utcTime(validFrom), utcTime(validTo)),
    distinguishedName(facts.name),
    await publicKeyInfo(facts.keys),
    der(0xa3, sequence(...(await extensions(facts, issuer)))),
  );
  const raw = new Uint8Array(await crypto.subtle.sign(algorithm, issuer.keys.privateKey, unsigned));
  const signature = sequence(integer(raw.subarray(0, 32)), integer(raw.subarray(32)));
  return pem('CERTIFICATE', sequence(unsigned, ecdsaWithSha256(), bits(0, signature)));
}

const distinguishedName = (name: string) => sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), text(name))));

const publicKeyInfo = async ({ publicKey }: CryptoKeyPair): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));

/** Section 4.2 of RFC 5280; strict clients want the two key identifiers. */
async function extensions({ altNames = [], use, keys }: CertificateFacts, issuer: Issuer): Promise<Bytes[]> {
  const authority = use !== 'server';
  const found = [
    extension(0x13, 'critical', authority ? sequence(isTrue()) : sequence()),
    extension(0x0e, 'plain', octets(await keyIdentifier(keys))),
    extension(0x23, 'plain', sequence(der(0x80, await keyIdentifier(issuer.keys)))),
  ];
  if (altNames.length > 0) found.push(extension(0x11, 'plain', sequence(...altNames.map(generalName))));
  // digitalSignature is the first bit, keyCertSign the sixth.
  if (use === 'server') found.push(extension(0x0f, 'critical', bits(7, Uint8Array.of(0x80))));
  if (use === 'authority') found.push(extension(0x0f, 'critical', bits(2, Uint8Array.of(0x04))));
  if (use === 'server') {
    const serverAuth = oid(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01);
    found.push(extension(0x25, 'plain', sequence(serverAuth)));
  }
  return found;
}

/** An extension of the arc 2.5.29. */
function extension(id: number, weight: 'critical' | 'plain', value: Bytes): Bytes {
  return sequence(oid(0x55, 0x1d, id), ...(weight === 'critical' ? [isTrue()] : []), octets(value));
}

/** The first 160 bits of a hash of the key: RFC 7093, section 2. */
async function keyIdentifier(keys: CryptoKeyPair): Promise<Bytes> {
  const point = await crypto.subtle.exportKey('raw', keys.publicKey);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', point)).slice(0, 20);
}

function generalName(name: string): Bytes {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return der(0x87, Uint8Array.from(name.split('.'), Number));
  return name.includes(':') ? der(0x87, ipv6Bytes(name)) : der(0x82, ascii(name));
}

/** @throws TypeError for what is no address */
function ipv6Bytes(address: string): Bytes {
  // As URLs write it: in hexadecimal, with the longest run of zeros left out.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array<number>(8 - first.length - last.length).fill(0);
  const words = [...first, ...zeros, ...last];
  return concat(...words.map((word) => Uint8Array.of(word >> 8, word & 0xff)));
}
