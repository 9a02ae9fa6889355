import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Browser } from 'puppeteer-core';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import { fontConfig } from '../fonts/font-config.ts';
import type { OpenedBrowser, StartNeeds } from '../running-browser.ts';
import { makeRunFolder, type RunFolder } from '../temporary-folder.ts';
import { orGiveUp } from '../within-time.ts';
import { type BrowserProcess, startProcess } from './browser-process.ts';
import { browserEnvironment, browserFlags, hasSharedMemory } from './flags.ts';

/** A file that may be a browser. */
export interface Executable {
  readonly path: string;
  /** Folder of shared libraries for a system that lacks them. */
  readonly libraries?: string | undefined;
  /** Notes for the user on its origin. */
  readonly note?: string | undefined;
}

/**
 * Starts a browser of this machine. If it can't sandbox its processes, or lacks libraries that were packed with it, it
 * is started again without the sandbox or with the libraries, and `notes` says so.
 *
 * @throws LaunchFailure, or the reason of `signal`
 */
export async function launchBrowser(executable: Executable, signal: AbortSignal): Promise<OpenedBrowser> {
  let attempt: StartNeeds = { sandbox: process.getuid?.() !== 0, libraries: undefined };
  for (;;) {
    const started = await start(executable, attempt, signal);
    if (!('complaints' in started)) return started;
    const next = anotherAttempt(attempt, started.complaints, executable);
    if (next === undefined) throw explainComplaints(started.complaints, executable.path, started.ended);
    attempt = next;
  }
}

function anotherAttempt(
  attempt: StartNeeds,
  complaints: string,
  executable: Executable,
): StartNeeds | undefined {
  const library = missingLibrary(complaints);
  if (library !== undefined) {
    const helps = attempt.libraries === undefined && executable.libraries !== undefined && isPacked(library);
    return helps ? { ...attempt, libraries: executable.libraries } : undefined;
  }
  return attempt.sandbox && lacksSandbox(complaints) ? { ...attempt, sandbox: false } : undefined;
}

/** A browser that ended before it answered, or never answered. */
interface Stillborn {
  readonly complaints: string;
  readonly ended: boolean;
}

async function start(
  executable: Executable,
  attempt: StartNeeds,
  signal: AbortSignal,
): Promise<OpenedBrowser | Stillborn> {
  const { path, note } = executable;
  signal.throwIfAborted();
  const folder = await makeRunFolder();
  const child = await startIn(folder, path, attempt).catch(async (error: unknown) => {
    await folder.remove();
    throw explainSpawnError(error, path);
  });

  const onExit = () => {
    child.kill();
    folder.removeNow();
  };
  process.once('exit', onExit);
  const cleaned = child.gone.then(async () => {
    process.off('exit', onExit);
    await folder.remove().catch(() => {});
  });
  const close = async () => {
    // Handled here, in addition to other waiters.
    child.hold(true);
    child.kill();
    await cleaned;
  };

  let ended = false;
  const end = child.ended.then(() => {
    ended = true;
    return undefined;
  });
  const answered = Promise.race([connect(child).catch(() => end), end]);
  const connected = await orGiveUp(answered, browserLimits.startMs, signal);
  if (connected === undefined || signal.aborted) {
    await close();
    signal.throwIfAborted();
    return { complaints: child.complaints(), ended };
  }
  return {
    ...connected,
    where: path,
    pid: child.pid,
    notes: [...(note === undefined ? [] : [note]), ...getNotes(attempt)],
    gates: true,
    needs: attempt,
    openContext: (options) => connected.browser.createBrowserContext(options),
    ended: child.ended,
    hold: child.hold,
    close,
  };
}

async function startIn(folder: RunFolder, path: string, attempt: StartNeeds): Promise<BrowserProcess> {
  const fontFile = join(folder.path, 'fonts.conf');
  await writeFile(fontFile, fontConfig(folder.fontCache));
  const flags = browserFlags({
    profileFolder: folder.profile,
    sandbox: attempt.sandbox,
    sharedMemory: hasSharedMemory(),
  });
  const env = browserEnvironment(folder, fontFile, attempt.libraries);
  for (let tries = 0; ; tries++) {
    try {
      return await startProcess(path, flags, env);
    } catch (error) {
      // A file that was just unpacked may still be open in a process that was forked meanwhile.
      const busy = error instanceof Error && 'code' in error && error.code === 'ETXTBSY';
      if (!busy || tries === 20) throw error;
      await sleep(50);
    }
  }
}

async function connect(child: BrowserProcess): Promise<{ browser: Browser; product: string }> {
  const browser = await puppeteer.connect({
    transport: child.transport,
    defaultViewport: null,
    issuesEnabled: false,
    protocolTimeout: browserLimits.visitMs,
  });
  return { browser, product: await browser.version() };
}

function getNotes({ sandbox, libraries }: StartNeeds): string[] {
  return [
    ...(sandbox
      ? []
      : [
          process.getuid?.() === 0
            ? 'its processes are not sandboxed (--no-sandbox), since it is run as root'
            : 'its processes are not sandboxed (--no-sandbox), since this system allows no user namespaces',
        ]),
    ...(libraries === undefined ? [] : [`it uses the libraries packed with it, in ${libraries}`]),
    ...(process.platform === 'linux' ? [] : ['text is drawn in the fonts of this system']),
  ];
}

/** Why a browser did not start, with what to do about it. */
export class LaunchFailure extends Error {
  override readonly name = 'LaunchFailure';
}

/** The packed browser's own libraries, for systems that lack them. */
const packedLibraries = /lib(?:nss3|nssutil3|nspr4|plc4|plds4|softokn3|freebl3|freeblpriv3|expat)\.so/;

/** The library that is missing according to a browser's error output. */
export const missingLibrary = (complaints: string): string | undefined =>
  /error while loading shared libraries: ([^:\s]+)/.exec(complaints)?.[1];

/** Whether the packed browser brings it. */
export const isPacked = (library: string): boolean => packedLibraries.test(library);

/** Whether a browser ended because it could not sandbox its processes. */
export const lacksSandbox = (complaints: string): boolean =>
  /no usable sandbox|without --no-sandbox|sandbox helper|zygote_host|move to new namespace|namespace_sandbox|credentials\.cc|Operation not permitted/i.test(
    complaints,
  );

/** Explains why a file could not be executed, from the system error. */
export function explainSpawnError(error: unknown, executable: string): LaunchFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const words: Record<string, string> = {
    ENOENT: 'there is no such file, or the loader it needs is missing (a glibc program on a musl system)',
    EACCES: 'it may not be executed: it lacks the right, or its file system is mounted without (noexec)',
    ENOEXEC: 'it is not a program for this system or processor',
    ETXTBSY: 'it is being written',
  };
  const why = (typeof code === 'string' && words[code]) || String(error);
  return new LaunchFailure(`${executable}: ${why}`, { cause: error });
}

/** Explains why a started browser ended or did not answer, from its output. */
export function explainComplaints(complaints: string, executable: string, ended: boolean): LaunchFailure {
  const library = missingLibrary(complaints);
  if (library !== undefined) {
    return new LaunchFailure(`${executable}: the shared library ${library} is missing on this system`);
  }
  const symbols = /version `([^']+)' not found/.exec(complaints)?.[1];
  if (symbols !== undefined) {
    return new LaunchFailure(`${executable}: the C library of this system is too old, it has no ${symbols}`);
  }
  const last = complaints.trim().split('\n').slice(-3).join(' | ').slice(-500);
  const what = ended ? 'it ended as soon as it was started' : 'it was started and did not answer';
  return new LaunchFailure(`${executable}: ${what}${last === '' ? '' : `, and wrote: ${last}`}`);
}
