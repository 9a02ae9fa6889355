import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { formatOf, parseSeed, type SeedFormat } from '../mock/seed/parse-seed.ts';
import { starterToken, starterYaml } from './init-text.ts';

export interface InitOptions {
  readonly format?: SeedFormat | undefined;
  /** Writes over a file that is there. */
  readonly force?: boolean | undefined;
}

/**
 * The command `init`: writes a seed file to begin with, and says what to do with it.
 *
 * @param file by default `touchstone.seed.yaml`, or `.json`
 * @returns the exit code: 0, or 2 when there is such a file or it can't be written
 */
export async function init(file: string | undefined, options: InitOptions = {}): Promise<number> {
  const format = options.format ?? (file === undefined ? 'yaml' : formatOf(file));
  const name = file ?? `touchstone.seed.${format}`;
  if (format !== formatOf(name)) {
    console.error(
      `touchstone: ${name}: a seed file of JSON ends in .json or .jsonc, one of YAML in .yaml or .yml`,
    );
    return 2;
  }
  const yaml = starterYaml(schemaSeenFrom(name));
  const text = format === 'yaml' ? yaml : await asJson(yaml, schemaSeenFrom(name));
  try {
    await mkdir(dirname(resolve(name)), { recursive: true });
    await writeFile(name, text, { flag: options.force ? 'w' : 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'EEXIST' ? 'is there already; write over it with --force' : error.message;
    console.error(`touchstone: ${name}: ${reason}`);
    return 2;
  }
  console.log(nextSteps(name));
  return 0;
}

async function asJson(yaml: string, schema: string): Promise<string> {
  const { value } = await parseSeed(yaml);
  return `${JSON.stringify({ $schema: schema, ...Object(value) }, null, 2)}\n`;
}

/** Where the schema is in the package, as an editor finds it from a file. */
function schemaSeenFrom(file: string): string {
  const folder = dirname(resolve(file));
  const inPackage = join('node_modules', 'touchstone', 'docs', 'reference', 'seed.schema.json');
  let above = folder;
  while (!existsSync(join(above, inPackage)) && dirname(above) !== above) above = dirname(above);
  const found = existsSync(join(above, inPackage)) ? relative(folder, join(above, inPackage)) : inPackage;
  const path = found.split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

function nextSteps(file: string): string {
  return `Wrote ${file}. Serve it, and ask with and without a token:

  touchstone serve --seed ${file}

  curl -i http://api.example.localhost:4801/orders
  curl -i http://api.example.localhost:4801/orders -H 'authorization: Bearer ${starterToken}'

After a change, touchstone seed check ${file} says what is wrong with it.`;
}
