/** Bytes that Web Crypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** An element of the Distinguished Encoding Rules (X.690): what it is, how long it is, what is in it. */
export function der(tag: number, ...content: readonly Bytes[]): Bytes {
  const whole = concat(...content);
  const { length } = whole;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return concat(Uint8Array.of(tag, ...size), whole);
}

export const sequence = (...parts: readonly Bytes[]) => der(0x30, ...parts);
export const octets = (...parts: readonly Bytes[]) => der(0x04, ...parts);
export const text = (characters: string) => der(0x0c, ascii(characters));
export const isTrue = () => der(0x01, Uint8Array.of(0xff));
/** @param encoded the identifier as it is encoded: its first two numbers as one */
export const oid = (...encoded: readonly number[]) => der(0x06, Uint8Array.from(encoded));
/** @param unused how many of the last bits mean nothing */
export const bits = (unused: number, bytes: Bytes) => der(0x03, Uint8Array.of(unused), bytes);
export const ascii = (characters: string): Bytes => new TextEncoder().encode(characters);

/** UTCTime, which RFC 5280 asks for until 2049: two digits of the year. */
export const utcTime = (date: Date) =>
  der(
    0x17,
    ascii(
      date
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  );

/** A positive integer in as few bytes as it takes. */
export function integer(bytes: Bytes): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.slice(first);
  return der(0x02, (short[0] ?? 0) >= 0x80 ? concat(Uint8Array.of(0), short) : short);
}

export function concat(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The armour of RFC 7468. */
export function pem(label: string, bytes: Bytes): string {
  const lines = btoa(String.fromCharCode(...bytes)).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
