import { formatOf, parseSeed } from '../mock/seed/parse-seed.ts';
import { starterToken, starterYaml } from './init-text.ts';
import { type SeedFileOptions, schemaSeenFrom, writeSeedFile, wrongName } from './seed-file.ts';

/**
 * The command `init`: writes a seed file to begin with, and says what to do with it.
 *
 * @param file by default `touchstone.seed.yaml`, or `.json`
 * @returns the exit code: 0, or 2 when there is such a file or it can't be written
 */
export async function init(file: string | undefined, options: SeedFileOptions = {}): Promise<number> {
  const format = options.format ?? (file === undefined ? 'yaml' : formatOf(file));
  const name = file ?? `touchstone.seed.${format}`;
  const yaml = starterYaml(schemaSeenFrom(name));
  const text = format === 'yaml' ? yaml : await asJson(yaml, schemaSeenFrom(name));
  const failed = wrongName(name, format) ?? (await writeSeedFile(name, text, options.force));
  if (failed !== undefined) {
    console.error(`touchstone: ${failed}`);
    return 2;
  }
  console.log(nextSteps(name));
  return 0;
}

async function asJson(yaml: string, schema: string): Promise<string> {
  const { value } = await parseSeed(yaml);
  return `${JSON.stringify({ $schema: schema, ...Object(value) }, null, 2)}\n`;
}

function nextSteps(file: string): string {
  return `Wrote ${file}. Serve it, and ask with and without a token:

  touchstone serve --seed ${file}

  curl -i http://api.example.localhost:4801/orders
  curl -i http://api.example.localhost:4801/orders -H 'authorization: Bearer ${starterToken}'

After a change, touchstone seed check ${file} says what is wrong with it.`;
}
