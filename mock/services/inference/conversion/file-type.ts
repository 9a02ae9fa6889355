import { type SupportedType, supportedFiles } from '../../../../spec/services/inference/conversion.ts';

const byExtension: ReadonlyMap<string, SupportedType> = new Map(
  supportedFiles.map(({ extension, mimeType }) => [extension, mimeType]),
);

/** Aliases of types that are converted. */
const aliases: ReadonlyMap<string, SupportedType> = new Map<string, SupportedType>([
  ...supportedFiles.map(({ mimeType }) => [mimeType, mimeType] as const),
  ['text/xml', 'application/xml'],
  ['application/xhtml+xml', 'text/html'],
  ['image/jpg', 'image/jpeg'],
]);

/**
 * The type of a file: by its extension, else by the media type in the form. Clients often send none, or a generic one.
 *
 * @returns undefined for an unsupported file
 *
 * @example
 * fileType('report.PDF', 'application/octet-stream') // 'application/pdf'
 * fileType('blob', 'text/csv; charset=utf-8') // 'text/csv'
 */
export function fileType(name: string, mediaType: string): SupportedType | undefined {
  const extension = /\.[^./\\]+$/.exec(name)?.[0].toLowerCase();
  const known = extension === undefined ? undefined : byExtension.get(extension);
  return known ?? aliases.get(bareType(mediaType));
}

/** A media type without its parameters. */
export const bareType = (type: string): string => type.replace(/;.*$/s, '').trim().toLowerCase();
