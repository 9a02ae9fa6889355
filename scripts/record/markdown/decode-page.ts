const marks: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Decodes a page for turndown, independently of the converter: a byte order mark takes precedence over the type of the
 * answer, that over the meta tag, and UTF-8 is the default.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const mark = marks.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  const charset = /charset\s*=\s*["']?([\w-]+)/i;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const meta = /<meta\b[^>]*>/gi;
  const inMeta = start
    .match(meta)
    ?.map((tag) => charset.exec(tag)?.[1])
    .find((label) => label !== undefined);
  return new TextDecoder(mark ?? charset.exec(contentType)?.[1] ?? inMeta ?? 'utf-8').decode(bytes);
}
