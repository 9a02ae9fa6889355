/**
 * Bytes of a body in UTF-8.
 *
 * @example
 * sizeOf('é') // 2
 */
export function sizeOf(body: string | Uint8Array): number {
  if (typeof body !== 'string') return body.byteLength;
  // Runtimes write long texts faster than anything here could count them.
  if (body.length > longText) return encoder.encode(body).byteLength;
  let bytes = body.length;
  for (let at = 0; at < body.length; at++) {
    const unit = body.charCodeAt(at);
    if (unit < 0x80) continue;
    // Each half of a pair stands for two of the four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

const longText = 1024;
const encoder = new TextEncoder();
