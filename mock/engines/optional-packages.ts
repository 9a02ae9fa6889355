import manifest from '../../package.json' with { type: 'json' };

/** Packages that a project installs for rendering, Python or an upstream, with the versions that are tested. */
const versions: Readonly<Record<string, string>> = manifest.optionalDependencies;

/**
 * The command that installs optional packages.
 *
 * @example
 * installCommand('pyodide') // 'npm install --save-dev pyodide@314.0.7'
 */
export function installCommand(...names: (keyof typeof manifest.optionalDependencies)[]): string {
  const packages = names.map((name) => `${name}@${versions[name]?.replace('^', '')}`);
  return `npm install --save-dev ${packages.join(' ')}`;
}

/** The command that installs what renders pages: a browser for Linux, what unpacks it, and its driver. */
export const installRendering = () => installCommand('puppeteer-core', '@sparticuz/chromium', 'tar-fs');
