import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

/**
 * The path of the command of a package that the project in the working directory has installed, or that is installed
 * beside this one; undefined if there is none.
 *
 * @param name name of the package and of its command
 */
export function findProgram(name: string): string | undefined {
  for (const place of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      const manifest = createRequire(place).resolve(`${name}/package.json`);
      const { bin }: { readonly bin: Readonly<Record<string, string>> } = JSON.parse(
        readFileSync(manifest, 'utf8'),
      );
      return join(dirname(manifest), bin[name] ?? '');
    } catch {}
  }
  return undefined;
}
