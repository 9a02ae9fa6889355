import { ConversionError } from './conversion-error.ts';

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
] as const;

/**
 * Decodes a file by its byte order mark, else by its declared charset, else as UTF-8.
 *
 * @param charset the charset that the file declares
 * @throws ConversionError for an unknown encoding, and for bytes of text/plain that are no text
 */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  const mark = marks.find((one) => one.bytes.every((byte, place) => bytes[place] === byte));
  const label = mark?.charset ?? charset;
  const text = getDecoder(label).decode(bytes);
  if (text.includes('\0')) throw new ConversionError('The file is not text');
  return text;
}

/** The encoding in the declaration of an XML document (XML 1.0, section 4.3.3). */
export function xmlCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(head)?.[1];
}

function getDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new ConversionError(`The file is in an unknown encoding: ${label}`, cause);
  }
}
