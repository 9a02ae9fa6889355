import { artifactsLimits } from '../../../spec/services/artifacts/limits.ts';

/** Types that the local simulator knows by the end of a name: fact sheet artifacts, section 11. */
const typeByEnd: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  pdf: 'application/pdf',
};

/** The type of a file by its name; else a byte of zero near its beginning tells bytes from text. */
export function fileType(path: string, bytes: Uint8Array): string {
  const end = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (path.includes('.') && Object.hasOwn(typeByEnd, end)) return typeByEnd[end] ?? '';
  return bytes.subarray(0, artifactsLimits.sniffedBytes).includes(0)
    ? 'application/octet-stream'
    : 'text/plain;charset=utf-8';
}
