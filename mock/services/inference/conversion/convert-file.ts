import { supportedFiles } from '../../../../spec/services/inference/conversion.ts';
import { ConversionError } from './conversion-error.ts';
import type { ConvertDocument } from './convert-document.ts';
import { fileType } from './file-type.ts';

/** A file as sent. */
export interface SentFile {
  readonly name: string;
  /** The media type in the form; may be empty. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Converted {
  readonly mimeType: string;
  readonly format: 'markdown' | 'text';
  readonly data: string;
}

/** The readers of files. */
export interface Readers {
  readonly convert: ConvertDocument;
  /** Describes a picture. */
  readonly describe: (image: Uint8Array, signal: AbortSignal) => Promise<string>;
}

/**
 * Converts one file.
 *
 * @throws ConversionError for a file that is not supported or can't be read; errors of `describe`
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
  return `Files such as ${what} are not converted: the supported extensions are ${known}`;
};
