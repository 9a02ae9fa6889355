import { type SupportedType, supportedFiles } from '../../../../spec/services/inference/conversion.ts';

const byExtension: ReadonlyMap<string, SupportedType> = new Map(
  supportedFiles.map(({ extension, mimeType }) => [extension, mimeType]),
);

/** Other names of types that are converted. */
const aliases: ReadonlyMap<string, SupportedType> = new Map<string, SupportedType>([
  ...supportedFiles.map(({ mimeType }) => [mimeType, mimeType] as const),
  ['text/xml', 'application/xml'],
  ['application/xhtml+xml', 'text/html'],
  ['image/jpg', 'image/jpeg'],
]);

/**
 * What kind of file it is: by its extension, else by the type that the form tells. Clients often tell none,
 * or a general one.
 *
 * @returns undefined for what is not converted
 *
 * @example
 * fileType('report.PDF', 'application/octet-stream') // 'application/pdf'
 * fileType('blob', 'text/csv; charset=utf-8') // 'text/csv'
 */
export function fileType(name: string, told: string): SupportedType | undefined {
  const extension = /\.[^./\\]+$/.exec(name)?.[0].toLowerCase();
  const known = extension === undefined ? undefined : byExtension.get(extension);
  return known ?? aliases.get(bareType(told));
}

/** A media type without its parameters. */
export const bareType = (type: string): string => type.replace(/;.*$/s, '').trim().toLowerCase();
