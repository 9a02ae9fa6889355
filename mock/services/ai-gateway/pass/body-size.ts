/**
 * Bytes of a body in UTF-8.
 *
 * @example
 * sizeOf('é') // 2
 */
export function sizeOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? encoder.encode(body).byteLength : body.byteLength;
}

const encoder = new TextEncoder();
