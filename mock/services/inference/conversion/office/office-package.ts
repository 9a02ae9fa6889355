import { ConversionError } from '../conversion-error.ts';
import { decodeText, xmlCharset } from '../decode-text.ts';
import { type Element, getRoot } from '../xml.ts';
import { unpackZip } from './zip-archive.ts';

/** The parts of an office file, which is a ZIP archive of XML documents. */
export interface OfficePackage {
  /** The root of a part, if the part exists. @throws ConversionError */
  part(path: string): Element | undefined;
}

/**
 * Opens an office file. Unpacks only XML, and no more than a text document has.
 *
 * @throws ConversionError for any other file
 */
export function openPackage(bytes: Uint8Array): OfficePackage {
  const files = unpackZip(bytes, (name) => /\.(?:xml|rels)$/i.test(name));
  return {
    part(path) {
      const part = files.get(path);
      return part && getRoot(decodeText(part, xmlCharset(part)));
    },
  };
}

/** A part that a document requires. @throws ConversionError */
export function requirePart(office: OfficePackage, path: string): Element {
  const part = office.part(path);
  if (!part) throw new ConversionError(`The file does not match its name: it has no ${path}`);
  return part;
}
