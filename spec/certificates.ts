/** Bytes that Web Crypto accepts. */
type Bytes = Uint8Array<ArrayBuffer>;

/** An element of the Distinguished Encoding Rules (X.690): tag, length and content. */
function der(tag: number, ...content: readonly Bytes[]): Bytes {
  const whole = concat(...content);
  const { length } = whole;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return concat(Uint8Array.of(tag, ...size), whole);
}

const sequence = (...parts: readonly Bytes[]) => der(0x30, ...parts);
const octets = (...parts: readonly Bytes[]) => der(0x04, ...parts);
const text = (characters: string) => der(0x0c, ascii(characters));
const isTrue = () => der(0x01, Uint8Array.of(0xff));
/** @param encoded the encoded identifier: its first two numbers as one */
const oid = (...encoded: readonly number[]) => der(0x06, Uint8Array.from(encoded));
/** @param unused number of unused bits at the end */
const bits = (unused: number, bytes: Bytes) => der(0x03, Uint8Array.of(unused), bytes);
const ascii = (characters: string): Bytes => new TextEncoder().encode(characters);

/** UTCTime, which RFC 5280 requires until 2049: two digits of the year. */
const utcTime = (date: Date) =>
  der(
    0x17,
    ascii(
      date
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  );

/** A positive integer in as few bytes as possible. */
function integer(bytes: Bytes): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.slice(first);
  return der(0x02, (short[0] ?? 0) >= 0x80 ? concat(Uint8Array.of(0), short) : short);
}

function concat(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The armour of RFC 7468. */
function pem(label: string, bytes: Bytes): string {
  const lines = btoa(String.fromCharCode(...bytes)).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** ECDSA on P-256 with SHA-256, the keys and signatures of every certificate made here. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const ecdsaWithSha256 = () => sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const dayMs = 86_400_000;

/** The signer: its name and its keys. */
interface Issuer {
  readonly name: string;
  readonly keys: CryptoKeyPair;
}

/** The contents of a certificate. */
interface CertificateFacts {
  /** Common name of the subject. */
  readonly name: string;
  readonly keys: CryptoKeyPair;
  /** DNS names and addresses of the subject. */
  readonly altNames?: readonly string[];
  /** `authority` signs other certificates, `server` identifies a server; by default both. */
  readonly use?: 'authority' | 'server';
  readonly validFrom: Date;
  readonly days: number;
}

/** New keys for a certificate, which Web Crypto can export. */
function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

/** The private key of a pair, as PEM. */
async function privateKeyPem({ privateKey }: CryptoKeyPair): Promise<string> {
  return pem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey)));
}

/**
 * Makes a certificate (X.509 v3, RFC 5280) as PEM.
 *
 * @param issuer the signer
 */
async function signCertificate(facts: CertificateFacts, issuer: Issuer): Promise<string> {
  // Positive, as RFC 5280 section 4.1.2.2 requires.
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

/** Section 4.2 of RFC 5280; strict clients require the two key identifiers. */
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

/** @throws TypeError for text that is not an address */
function ipv6Bytes(address: string): Bytes {
  // In URL notation: hexadecimal, with the longest run of zeros omitted.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array<number>(8 - first.length - last.length).fill(0);
  const words = [...first, ...zeros, ...last];
  return concat(...words.map((word) => Uint8Array.of(word >> 8, word & 0xff)));
}

/** A certificate for a webhook receiver in a test, and its private key, both as PEM. */
export interface SelfSignedCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a self-signed certificate (X.509 v3, ECDSA on P-256, RFC 5280) that is its own authority.
 *
 * @param names its DNS names and addresses
 * @param validFrom its first day; it is valid for 30 days
 * @example
 * const { cert, key } = await makeSelfSignedCertificate(['hooks.example.com', '127.0.0.1']);
 */
export async function makeSelfSignedCertificate(
  names: readonly string[],
  validFrom = new Date(Date.now() - 86_400_000),
): Promise<SelfSignedCertificate> {
  const self = { name: 'Touchstone test receiver', keys: await makeKeys() };
  const cert = await signCertificate({ ...self, altNames: names, validFrom, days: 30 }, self);
  return { cert, key: await privateKeyPem(self.keys) };
}

/** A certificate for a server on this machine, all of it as PEM. */
export interface ServerCertificate {
  /** The certificate of the server. */
  readonly cert: string;
  readonly key: string;
  /** The authority that clients trust. Its key is discarded, so that it never signs another certificate. */
  readonly authority: string;
}

/** Days that a server certificate is valid; Apple's systems refuse more than 825. */
const serverCertificateDays = 397;

/**
 * Makes a certificate for a server and an authority that signs only it. These are two certificates because rustls does
 * not accept the certificate of an authority as that of a server.
 *
 * @param names its DNS names and addresses
 * @param now in milliseconds since the epoch; it is valid from the day before
 * @example
 * const { cert, key, authority } = await makeServerCertificate(['localhost', '127.0.0.1', '::1']);
 */
export async function makeServerCertificate(
  names: readonly string[],
  now = Date.now(),
): Promise<ServerCertificate> {
  const time = { validFrom: new Date(now - 86_400_000), days: serverCertificateDays };
  const keys = await makeKeys();
  // Clients find authorities by name and may have stored those of earlier starts.
  const issuer = { name: `Touchstone ${crypto.randomUUID()}`, keys: await makeKeys() };
  const [cert, authority, key] = await Promise.all([
    signCertificate({ name: names[0] ?? 'localhost', keys, altNames: names, use: 'server', ...time }, issuer),
    signCertificate({ ...issuer, use: 'authority', ...time }, issuer),
    privateKeyPem(keys),
  ]);
  return { cert, key, authority };
}
