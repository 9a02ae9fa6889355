/**
 * Bytes of a body in UTF-8.
 *
 * @example
 * sizeOf('é') // 2
 */
export function sizeOf(body: string | Uint8Array): number {
  if (typeof body !== 'string') return body.byteLength;
  let size = 0;
  for (let rest = body; rest !== ''; ) {
    const { read, written } = encoder.encodeInto(rest, room);
    size += written;
    rest = rest.slice(read);
  }
  return size;
}

// Runtimes write texts faster than anything here could count them, and fastest where no new bytes are needed for it.
const encoder = new TextEncoder();
const room = new Uint8Array(65_536);
