import { artifactsLimits } from '../../../../spec/services/artifacts/limits.ts';

/** The media type of a file by its bytes: text has no zero among its first ones. Fact sheet artifacts, section 11. */
export function sniffType(bytes: Uint8Array): string {
  const isBinary = bytes.subarray(0, artifactsLimits.sniffedBytes).includes(0);
  return isBinary ? 'application/octet-stream' : 'text/plain; charset=utf-8';
}
