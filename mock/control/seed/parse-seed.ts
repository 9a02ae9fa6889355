import { SeedDocument, type SeedDocumentParts } from './seed-document.ts';

/** How a seed is written. */
export type SeedFormat = 'yaml' | 'json';

export interface ParseSeedOptions extends Pick<SeedDocumentParts, 'name' | 'readFile'> {
  /** By default what the name ends in says, and where it does not, YAML. */
  readonly format?: SeedFormat | undefined;
}

/**
 * Reads a seed of YAML 1.2, or of JSON, which may have comments and commas at the end of lists. What it says is checked
 * once a mock is made of it.
 *
 * @throws SeedError for a text that is neither, with all that is wrong with it
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

/** What a file is written in, by its name. */
export function getFormat(name = ''): SeedFormat {
  return /\.jsonc?$/i.test(name) ? 'json' : 'yaml';
}
