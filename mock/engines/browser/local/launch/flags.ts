import { accessSync, constants, statfsSync } from 'node:fs';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import type { RunFolder } from '../temporary-folder.ts';

/** What differs from one start of a browser to the next. */
interface FlagChoices {
  /** Absolute path of a folder of this browser's own. */
  readonly profileFolder: string;
  /** Whether the browser locks its own processes in. */
  readonly sandbox: boolean;
  /** Whether its processes can share memory in `/dev/shm`; otherwise in files of its temporary folder. */
  readonly sharedMemory: boolean;
}

/** The same pixels every time (rendering-engines: 1 and 3). */
const drawing = [
  '--hide-scrollbars',
  '--disable-gpu',
  // Without it WebGL would be there with one browser and absent with another.
  '--disable-software-rasterizer',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  // Large images are otherwise decoded late, and missing from a picture that is taken at once.
  '--disable-checker-imaging',
  // Pages that nobody looks at are drawn and timed like the one that is in front.
  '--disable-backgrounding-occluded-windows',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--lang=en-US',
];

/** Nothing the browser does on its own account: no reports, updates, first runs, prompts or experiments. */
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

/** Features that would change what a page is, or ask servers that the page did not name. */
const disabledFeatures = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  // A page that was asked for by http is not to be asked for by https first.
  'HttpsUpgrades',
  'HttpsFirstBalancedMode',
  'HttpsFirstBalancedModeAutoEnable',
  'InterestFeedContentSuggestions',
  'IsolateSandboxedIframes',
  // Who may reach which network is decided by the proxy, for every browser alike.
  'LocalNetworkAccessChecks',
  'MediaRouter',
  'OptimizationHints',
  // Otherwise the picture of the page before may be shown while the next one is loaded.
  'PaintHolding',
  'ProcessPerSiteUpToMainFrameThreshold',
  'Translate',
];

/**
 * All that leaves the browser leaves through the proxy of a context: no name is looked up, no QUIC and no UDP of
 * WebRTC goes around it, and what belongs to no context meets a proxy that is not there.
 */
const network = [
  '--proxy-server=http://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Old-space megabytes of a page's script, three quarters of what a renderer may hold. */
const heapMegabytes = Math.floor((browserLimits.rendererBytes * 0.75) / 1_048_576);

/**
 * The command line of a browser that is driven through a pipe. Never `--single-process`, which rules out contexts,
 * and never `--disable-web-security`, which changes what pages do.
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
 * Whether processes of a browser can share memory in memory: there is no such folder on every system, and containers
 * often have 64 MiB of it, which one long page fills. Files on a disk always do, and cost
 * more to make.
 *
 * @param folder where a browser makes such memory
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
