import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licences of libraries that are part of a package.
 *
 * @param folders folders of the libraries
 * @throws Error for a library without a licence
 */
export function thirdPartyLicenses(folders: readonly string[]): string {
  const intro = 'This package contains code of these libraries, under the licences below.\n';
  return [intro, ...folders.map(licenseOf)].join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = globSync('{LICEN[SC]E,licen[sc]e,LICEN[SC]E-*,COPYING}{,.md,.txt,.MIT}', {
    cwd: folder,
  }).sort();
  if (license === undefined && files.length === 0) throw new Error(`${name} has no licence: ${folder}`);
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const title = `${name} ${version} (${license ?? 'see below'})`;
  const by = author === undefined ? [] : [`By ${typeof author === 'string' ? author : author.name}.`];
  return `${[title, ...(texts.length > 0 ? texts : by)].join('\n\n')}\n`;
}
