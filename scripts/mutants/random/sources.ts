import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build-server.ts';
import { type FileFaults, findFaults } from './find-faults.ts';

/** A file of the mock with its possible faults. */
export interface Source extends FileFaults {
  readonly file: string;
  readonly text: string;
}

/** Every file of the mock except tests, by name. */
export function readSources(): readonly Source[] {
  return [...new Bun.Glob('mock/**/*.ts').scanSync(root)]
    .filter((file) => !/\.(?:test|shared|d)\.ts$/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return { file, text, ...findFaults(file, text) };
    });
}
