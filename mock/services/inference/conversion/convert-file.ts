import { supportedFiles } from '../../../../spec/services/inference/conversion.ts';
import { ConversionError } from './conversion-error.ts';
import type { ConvertDocument } from './convert-document.ts';
import { fileType } from './file-type.ts';

/** A file as it was sent. */
export interface SentFile {
  readonly name: string;
  /** What the form says it is; may be empty. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Converted {
  readonly mimeType: string;
  readonly format: 'markdown' | 'text';
  readonly data: string;
}

/** Who reads a file. */
export interface Readers {
  readonly convert: ConvertDocument;
  /** Says what a picture shows. */
  readonly describe: (image: Uint8Array, signal: AbortSignal) => Promise<string>;
}

/**
 * Converts one file.
 *
 * @throws ConversionError for what is not supported or can't be read; what `describe` throws
 */
export async function convertFile(
  file: SentFile,
  { convert, describe }: Readers,
  signal: AbortSignal,
): Promise<Converted> {
  const { name, bytes } = file;
  const type = fileType(name, file.type);
  if (type === undefined) throw new ConversionError(unsupported(file));
  if (bytes.length === 0) throw new ConversionError('The file is empty');
  if (type === 'image/png' || type === 'image/jpeg') {
    return { mimeType: type, format: 'markdown', data: await describe(bytes, signal) };
  }
  const converted = await convert({ name, type, bytes }, signal);
  if ('problem' in converted) throw new ConversionError(converted.problem);
  return { mimeType: type, format: type === 'text/plain' ? 'text' : 'markdown', data: converted.data };
}

const unsupported = ({ name, type }: SentFile): string => {
  const what = type === '' ? name : `${name} (${type})`;
  const known = supportedFiles.map(({ extension }) => extension).join(', ');
  return `Files such as ${what} are not converted: the extensions that are supported are ${known}`;
};
