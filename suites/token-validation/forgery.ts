import { base64url, type SigningKey } from './signing-key.ts';

/** Converts a raw ECDSA signature (R and S concatenated) to the DER sequence of other formats: RFC 3279, 2.2.3. */
export function derSignature(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2;
  const integers = [raw.subarray(0, half), raw.subarray(half)].flatMap((bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const digits = [...bytes.subarray(start === -1 ? half - 1 : start)];
    // The first bit is the sign.
    if ((digits[0] ?? 0) > 127) digits.unshift(0);
    return [2, digits.length, ...digits];
  });
  // Two integers of 384 bits stay below 128 bytes, the limit of one length byte.
  return Uint8Array.from([0x30, integers.length, ...integers]);
}

/** A PS256 signature with a salt of any length. */
export async function pssWithSalt(key: SigningKey, input: string, saltLength: number): Promise<string> {
  const bytes = new TextEncoder().encode(input);
  return base64url(
    new Uint8Array(await crypto.subtle.sign({ name: 'RSA-PSS', saltLength }, key.cryptoKey, bytes)),
  );
}
