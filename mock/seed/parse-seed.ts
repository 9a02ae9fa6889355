import { SeedDocument, type SeedDocumentParts } from './seed-document.ts';

/** Format of a seed. */
export type SeedFormat = 'yaml' | 'json';

export interface ParseSeedOptions extends Pick<SeedDocumentParts, 'name' | 'readFile'> {
  /** By default from the file extension, or YAML. */
  readonly format?: SeedFormat | undefined;
}

/**
 * Parses a seed in YAML 1.2, or in JSON with comments and trailing commas. A mock checks its content later.
 *
 * @throws SeedError with all syntax errors
 * @example
 * const mock = createMock({ seeds: await parseSeed('zones: [{ name: shop.localhost }]') });
 */
export async function parseSeed(text: string, options: ParseSeedOptions = {}): Promise<SeedDocument> {
  const { name, readFile, format = getFormat(name) } = options;
  const parsed =
    format === 'json'
      ? (await import('./parse-json.ts')).parseJson(text, name)
      : (await import('./parse-yaml.ts')).parseYaml(text, name);
  return new SeedDocument({ ...parsed, name, readFile });
}

/** The format of a file, by its name. */
export function getFormat(name = ''): SeedFormat {
  return /\.jsonc?$/i.test(name) ? 'json' : 'yaml';
}
