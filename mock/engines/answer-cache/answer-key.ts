const encoder = new TextEncoder();

/**
 * A key for all that makes two requests the same, as 64 hex digits: the SHA-256 of the parts, each with its
 * length before it, so that `['ab', 'c']` and `['a', 'bc']` differ.
 *
 * @example
 * await answerKey(['openai/gpt-5', 'chat', bodyBytes]);
 */
export async function answerKey(parts: readonly (string | Uint8Array)[]): Promise<string> {
  const pieces = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const input = new Uint8Array(pieces.reduce((sum, piece) => sum + 8 + piece.byteLength, 0));
  const view = new DataView(input.buffer);
  let offset = 0;
  for (const piece of pieces) {
    view.setBigUint64(offset, BigInt(piece.byteLength));
    input.set(piece, offset + 8);
    offset += 8 + piece.byteLength;
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', input));
  // Uint8Array.prototype.toHex is not yet in Node 24.
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
