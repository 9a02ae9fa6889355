import type { BucketHttpMetadata } from '../../../spec/services/object-storage/binding.ts';
import type { StoredHeaders } from '../../engines/objects/index.ts';
import { parseDate } from './header-date.ts';
import { isHeaders } from './is-headers.ts';

/** The headers that an object keeps, beside `expires`. */
const kept = [
  ['contentType', 'content-type'],
  ['contentLanguage', 'content-language'],
  ['contentDisposition', 'content-disposition'],
  ['contentEncoding', 'content-encoding'],
  ['cacheControl', 'cache-control'],
] as const;

/** What an object keeps of headers, or of the same as options; nothing else is kept. */
export function storedHeadersOf(metadata: BucketHttpMetadata | Headers): StoredHeaders {
  const read = isHeaders(metadata)
    ? (_: keyof BucketHttpMetadata, header: string) => metadata.get(header) ?? undefined
    : (name: keyof BucketHttpMetadata) => metadata[name];
  const texts = kept.map(([name, header]) => [name, read(name, header)] as const);
  const expires = read('cacheExpiry', 'expires');
  return {
    ...Object.fromEntries(
      texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, String(text)]])),
    ),
    ...(expires !== undefined && { expires: parseDate(expires) }),
  };
}

/** What was kept, as options. */
export function httpMetadataOf({ expires, ...texts }: StoredHeaders): BucketHttpMetadata {
  return { ...texts, ...(expires !== undefined && { cacheExpiry: new Date(expires) }) };
}

/** Sets the headers of what was kept, and no others. */
export function writeHeaders(metadata: BucketHttpMetadata, headers: Headers): void {
  for (const [name, header] of kept) {
    const text = metadata[name];
    if (text !== undefined) headers.set(header, text);
  }
  if (metadata.cacheExpiry !== undefined) headers.set('expires', metadata.cacheExpiry.toUTCString());
}
