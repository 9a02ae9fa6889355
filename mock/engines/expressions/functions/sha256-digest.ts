/** The first 32 bits of the fractional parts of a root of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function primeRoots(count: number, root: (prime: number) => number): Uint32Array {
  const words = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++)
      if (candidate % divisor === 0) prime = false;
    if (prime) words[found++] = Math.floor((root(candidate) % 1) * 2 ** 32);
  }
  return words;
}

const INITIAL = primeRoots(8, Math.sqrt);
const ROUND = primeRoots(64, Math.cbrt);

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The message followed by a 1 bit, zeros and its length in bits, filling whole blocks of 64 bytes. */
function pad(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(message.length) * 8n);
  return view;
}

function compress(state: Uint32Array, block: DataView, offset: number): void {
  const schedule = new Uint32Array(64);
  const word = (index: number): number => schedule[index] ?? 0;
  for (let index = 0; index < 16; index++) schedule[index] = block.getUint32(offset + index * 4);
  for (let index = 16; index < 64; index++) {
    const w15 = word(index - 15);
    const w2 = word(index - 2);
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    schedule[index] = word(index - 16) + s0 + word(index - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + (ROUND[index] ?? 0) + word(index)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + s0 + majority) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

/**
 * SHA-256. Evaluation is synchronous and WebCrypto is not, so the digest is computed here.
 *
 * @returns 32 bytes
 */
export function sha256Digest(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(INITIAL);
  const padded = pad(message);
  for (let offset = 0; offset < padded.byteLength; offset += 64) compress(state, padded, offset);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, value] of state.entries()) digest.setUint32(index * 4, value);
  return new Uint8Array(digest.buffer);
}

/** HMAC with SHA-256 (RFC 2104). */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256Digest(key) : key);
  const inner = sha256Digest(Uint8Array.of(...block.map((byte) => byte ^ 0x36), ...message));
  return sha256Digest(Uint8Array.of(...block.map((byte) => byte ^ 0x5c), ...inner));
}
