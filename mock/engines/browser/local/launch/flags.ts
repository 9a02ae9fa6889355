import { accessSync, constants, statfsSync } from 'node:fs';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import type { RunFolder } from '../temporary-folder.ts';

/** Options that differ between starts of a browser. */
interface FlagChoices {
  /** Absolute path of a folder for this browser alone. */
  readonly profileFolder: string;
  /** Whether the browser sandboxes its processes. */
  readonly sandbox: boolean;
  /** Whether its processes can share memory in `/dev/shm`; otherwise in files of its temporary folder. */
  readonly sharedMemory: boolean;
}

/** The same pixels every time (rendering-engines: 1 and 3). */
const drawing = [
  '--hide-scrollbars',
  '--disable-gpu',
  // Without it WebGL would depend on the browser.
  '--disable-software-rasterizer',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  // Otherwise large images are decoded late, and missing from an immediate picture.
  '--disable-checker-imaging',
  // Background pages are drawn and timed like the one in front.
  '--disable-backgrounding-occluded-windows',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--lang=en-US',
];

/** No activity of the browser's own: no reports, updates, first runs, prompts or experiments. */
const quiet = [
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-prompt-on-repost',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--deny-permission-prompts',
  '--enable-automation',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--noerrdialogs',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Features that would change a page, or contact servers that the page did not name. */
const disabledFeatures = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  // A page requested by http must not be tried by https first.
  'HttpsUpgrades',
  'HttpsFirstBalancedMode',
  'HttpsFirstBalancedModeAutoEnable',
  'InterestFeedContentSuggestions',
  'IsolateSandboxedIframes',
  // The proxy decides on network access, for every browser alike.
  'LocalNetworkAccessChecks',
  'MediaRouter',
  'OptimizationHints',
  // Otherwise the previous page's picture may be shown while the next one loads.
  'PaintHolding',
  'ProcessPerSiteUpToMainFrameThreshold',
  'Translate',
];

/**
 * All traffic goes through the proxy of a context. The browser resolves no names, and neither QUIC nor UDP of WebRTC
 * bypasses the proxy. Traffic outside any context goes to a proxy that does not exist.
 */
const network = [
  '--proxy-server=http://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Old-space megabytes for a page's script, three quarters of a renderer's limit. */
const heapMegabytes = Math.floor((browserLimits.rendererBytes * 0.75) / 1_048_576);

/**
 * The command line of a browser that is driven through a pipe. Never `--single-process`, which rules out contexts, and
 * never `--disable-web-security`, which changes what pages do.
 */
export function browserFlags({ profileFolder, sandbox, sharedMemory }: FlagChoices): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    '--block-new-web-contents',
    '--no-startup-window',
    `--user-data-dir=${profileFolder}`,
    ...drawing,
    ...quiet,
    `--disable-features=${disabledFeatures.join(',')}`,
    ...network,
    `--js-flags=--max-old-space-size=${heapMegabytes}`,
    ...(sharedMemory ? [] : ['--disable-dev-shm-usage']),
    ...(sandbox ? [] : ['--no-sandbox']),
  ];
}

/**
 * Whether browser processes can share memory in RAM. Some systems lack this folder, and containers often limit it to 64
 * MiB, which one long page fills. Files on a disk always work, but cost more.
 *
 * @param folder where a browser creates shared memory
 */
export function hasSharedMemory(
  folder = '/dev/shm',
  leastBytes: number = browserLimits.sharedMemoryBytes,
): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= leastBytes;
  } catch {
    return false;
  }
}

/**
 * A browser's environment: only the paths of programs and libraries from this program's own, so that neither user
 * settings (proxies, languages, time zones, fonts) nor secrets reach a page.
 */
export function browserEnvironment(
  folder: RunFolder,
  fontFile: string,
  libraries: string | undefined,
): Record<string, string> {
  // Windows programs do not start without its variables, and fontconfig is not used there.
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
    // Socket paths are short on macOS, whose own temporary folder is already long.
    TMPDIR: process.platform === 'darwin' ? process.env['TMPDIR'] : folder.temporary,
    FONTCONFIG_FILE: fontFile,
    // Pages see it as their language, even if the system lacks it.
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
