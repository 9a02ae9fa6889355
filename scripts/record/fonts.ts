import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { woffFont } from './fonts/sfnt.ts';
import { squareFont } from './fonts/square-font.ts';

/** Path of a file in `fixtures/fonts`. */
export const fontFile = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/fonts/${name}`, import.meta.url));

/** The files of `fixtures/fonts` by name, as they must be. */
export function testFonts(): Readonly<Record<string, Uint8Array<ArrayBuffer>>> {
  const font = squareFont();
  return { 'touchstone-square.ttf': font, 'touchstone-square.woff': woffFont(font) };
}

/** The command `record fonts`: writes the fonts of the test pages. */
export async function recordFonts(): Promise<void> {
  for (const [name, bytes] of Object.entries(testFonts())) await writeFile(fontFile(name), bytes);
}
