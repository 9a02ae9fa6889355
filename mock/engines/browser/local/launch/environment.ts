import type { RunFolder } from './run-folder.ts';

/**
 * The environment of a browser: nothing of this program's own but where programs and libraries are, so that neither
 * settings of the user (proxies, languages, time zones, fonts) nor secrets reach a page.
 */
export function browserEnvironment(
  folder: RunFolder,
  fontFile: string,
  libraries: string | undefined,
): Record<string, string> {
  // Programs of Windows do not start without its variables, and fontconfig is not used there.
  if (process.platform === 'win32') return definedOnly(process.env);
  const libraryPath = [process.env['LD_LIBRARY_PATH'], libraries].filter(
    (path) => path !== undefined && path !== '',
  );
  return definedOnly({
    PATH: process.env['PATH'],
    HOME: folder.home,
    XDG_CONFIG_HOME: folder.home,
    XDG_CACHE_HOME: folder.home,
    XDG_RUNTIME_DIR: folder.home,
    // Paths of sockets are short on macOS, whose own temporary folder is long already.
    TMPDIR: process.platform === 'darwin' ? process.env['TMPDIR'] : folder.temporary,
    FONTCONFIG_FILE: fontFile,
    // Pages see it as their language, whether the system has it or not.
    LANG: 'en_US.UTF-8',
    TZ: 'UTC',
    LD_LIBRARY_PATH: libraryPath.length === 0 ? undefined : libraryPath.join(':'),
  });
}

function definedOnly(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
