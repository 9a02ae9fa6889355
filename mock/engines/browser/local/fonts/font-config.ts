import { fileURLToPath } from 'node:url';

/** Family names that pages commonly request; all of them are drawn in the bundled font. */
const families = [
  ...['sans-serif', 'serif', 'monospace', 'cursive', 'fantasy', 'system-ui', 'ui-sans-serif', 'ui-serif'],
  ...['ui-monospace', 'sans', 'mono', 'Arial', 'Helvetica', 'Helvetica Neue', 'Times New Roman', 'Times'],
  ...['Courier New', 'Courier', 'Georgia', 'Verdana', 'Tahoma', 'Trebuchet MS', 'Segoe UI', 'Roboto'],
  ...['Open Sans', 'DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'Liberation Sans', 'Liberation Serif'],
  ...['Liberation Mono', 'Noto Sans', 'Noto Serif', 'Consolas', 'Menlo', 'Monaco'],
];

const font = 'Arimo';

/** Folder of the bundled font: Arimo, metrically compatible with Arial, under the SIL Open Font License. */
export const fontFolder = fileURLToPath(new URL('./arimo', import.meta.url));

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * A fontconfig file with one font, independent of the machine's settings, so that text has the same pixels everywhere:
 * grey levels, no hinting, no subpixel order (rendering-engines: 3).
 *
 * @param cacheFolder absolute path of a folder that fontconfig may write to
 */
export function fontConfig(cacheFolder: string): string {
  const aliases = families.map(
    (family) =>
      `  <alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${escapeXml(fontFolder)}</dir>
  <cachedir>${escapeXml(cacheFolder)}</cachedir>
${aliases.join('\n')}
  <match target="pattern">
    <edit name="family" mode="append_last"><string>${font}</string></edit>
  </match>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
    <edit name="lcdfilter" mode="assign"><const>lcdnone</const></edit>
    <edit name="embeddedbitmap" mode="assign"><bool>false</bool></edit>
  </match>
</fontconfig>
`;
}
