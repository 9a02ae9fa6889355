/** A certificate for a receiver of webhooks in a test, and its private key, both as PEM. */
export interface SelfSignedCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a self-signed certificate (X.509 v3, ECDSA on P-256, RFC 5280) that is its own authority.
 *
 * @param names DNS names and IPv4 addresses it stands for
 * @param validFrom its first day; it is valid for 30 days
 * @example
 * const { cert, key } = await makeSelfSignedCertificate(['hooks.example.com', '127.0.0.1']);
 */
export async function makeSelfSignedCertificate(
  names: readonly string[],
  validFrom = new Date(Date.now() - 86_400_000),
): Promise<SelfSignedCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey));
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = sequence(
    der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, ascii('Touchstone test receiver')))),
  );
  const validTo = new Date(validFrom.getTime() + 30 * 86_400_000);
  const altNames = sequence(...names.map(generalName));
  const isAuthority = sequence(der(0x01, Uint8Array.of(0xff)));
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), der(0x04, altNames)),
    sequence(oid(0x55, 0x1d, 0x13), der(0x01, Uint8Array.of(0xff)), der(0x04, isAuthority)),
  );
  // Positive, as RFC 5280 section 4.1.2.2 asks.
  const serial = crypto.getRandomValues(new Uint8Array(9));
  serial[0] = 1;
  const unsigned = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(der(0x17, time(validFrom)), der(0x17, time(validTo))),
    name,
    publicKey,
    der(0xa3, extensions),
  );
  const raw = new Uint8Array(await crypto.subtle.sign(algorithm, keys.privateKey, unsigned));
  const signature = sequence(integer(raw.subarray(0, 32)), integer(raw.subarray(32)));
  const certificate = sequence(unsigned, ecdsaWithSha256, der(0x03, concat(Uint8Array.of(0), signature)));
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { cert: pem('CERTIFICATE', certificate), key: pem('PRIVATE KEY', privateKey) };
}

type Bytes = Uint8Array<ArrayBuffer>;

function der(tag: number, content: Bytes): Bytes {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return concat(Uint8Array.of(tag, ...size), content);
}

const sequence = (...parts: readonly Bytes[]) => der(0x30, concat(...parts));
const oid = (...encoded: readonly number[]) => der(0x06, Uint8Array.from(encoded));
const ascii = (text: string) => new TextEncoder().encode(text);
// UTCTime, which is asked for until 2049: two digits of the year.
const time = (date: Date) =>
  ascii(
    date
      .toISOString()
      .slice(2)
      .replace(/[-:T]|\.\d+/g, ''),
  );

/** A positive integer in as few bytes as it takes. */
function integer(bytes: Bytes): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.slice(first);
  return der(0x02, (short[0] ?? 0) >= 0x80 ? concat(Uint8Array.of(0), short) : short);
}

function generalName(name: string): Bytes {
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(name);
  return isAddress ? der(0x87, Uint8Array.from(name.split('.'), Number)) : der(0x82, ascii(name));
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

function pem(label: string, bytes: Bytes): string {
  const lines = btoa(String.fromCharCode(...bytes)).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
