import { unzipSync } from 'fflate';
import { ConversionError } from '../conversion-error.ts';
import { decodeText, xmlCharset } from '../decode-text.ts';
import { type Element, rootOf } from '../xml.ts';

/** Most bytes that one part, and all parts of an office file together, may have when they are unpacked. */
const mostBytes = 32 * 1024 * 1024;

/** The parts of an office file, which is a ZIP archive of XML documents. */
export interface OfficePackage {
  /** The root of a part, where there is one. @throws ConversionError */
  part(path: string): Element | undefined;
  readonly paths: readonly string[];
}

/**
 * Opens an office file. Only XML is unpacked, and no more of it than a document of text has.
 *
 * @throws ConversionError for what is no such file
 */
export function openPackage(bytes: Uint8Array): OfficePackage {
  let total = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/i.test(name)) return false;
        total += originalSize;
        if (total > mostBytes) {
          throw new ConversionError(`The file has more than ${mostBytes} bytes of text when it is unpacked`);
        }
        return true;
      },
    });
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('The file is not an office file: it is no readable ZIP archive', cause);
  }
  return {
    paths: Object.keys(files),
    part(path) {
      const part = Object.hasOwn(files, path) ? files[path] : undefined;
      return part && rootOf(decodeText(part, xmlCharset(part)));
    },
  };
}

/** A part without which there is no document. @throws ConversionError */
export function requirePart(office: OfficePackage, path: string): Element {
  const part = office.part(path);
  if (!part) throw new ConversionError(`The file is not what its name says: it has no ${path}`);
  return part;
}
