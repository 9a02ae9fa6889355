import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Browser } from 'puppeteer-core';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import { fontConfig } from '../fonts/font-config.ts';
import { orGiveUp } from '../give-up.ts';
import type { OpenedBrowser, StartNeeds } from '../running-browser.ts';
import { type BrowserProcess, startProcess } from './browser-process.ts';
import { browserEnvironment } from './environment.ts';
import { browserFlags } from './flags.ts';
import {
  explainComplaints,
  explainSpawnError,
  isPacked,
  lacksSandbox,
  missingLibrary,
} from './launch-failure.ts';
import { makeRunFolder, type RunFolder } from './run-folder.ts';
import { hasSharedMemory } from './shared-memory.ts';

/** A file that may turn out to be a browser. */
export interface Executable {
  readonly path: string;
  /** Folder of shared libraries for a system that lacks them. */
  readonly libraries?: string | undefined;
  /** What a user may want to know about where it came from. */
  readonly note?: string | undefined;
}

/**
 * Starts a browser of this machine. Where it can't lock its processes in, or lacks libraries that were packed with
 * it, it is started once more without or with them, and `notes` says so.
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

/** A browser that ended before it answered, or never did. */
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
    // Its end is waited for, whoever else waits for it.
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
    notes: [...(note === undefined ? [] : [note]), ...notesOf(attempt)],
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

function notesOf({ sandbox, libraries }: StartNeeds): string[] {
  return [
    ...(sandbox
      ? []
      : [
          process.getuid?.() === 0
            ? 'its processes are not locked in (--no-sandbox), since it is run as root'
            : 'its processes are not locked in (--no-sandbox), since this system allows no user namespaces',
        ]),
    ...(libraries === undefined ? [] : [`it uses the libraries packed with it, in ${libraries}`]),
    ...(process.platform === 'linux' ? [] : ['text is drawn in the fonts of this system']),
  ];
}
