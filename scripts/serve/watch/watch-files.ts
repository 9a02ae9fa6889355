import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Files that are watched. */
export interface WatchedFiles {
  /** Watches these files instead of the ones so far. */
  set(files: Iterable<string>): void;
  close(): void;
}

/** Editors write a file in several steps. */
const quietMs = 100;
/** How often files are looked at in any case: some mounted folders send no events. */
const lookEveryMs = 2_000;

/**
 * Calls back with the files that have changed, as absolute paths, one call after the other. It watches their folders,
 * since editors replace a file by renaming another. A file that is missing counts as unchanged until it is back.
 *
 * @example
 * const watched = watchFiles(async (changed) => reload(changed));
 * watched.set(['seed.yaml']);
 */
export function watchFiles(onChange: (changed: ReadonlySet<string>) => Promise<void>): WatchedFiles {
  /** What identifies the content of each file. */
  const states = new Map<string, string | undefined>();
  const folders = new Map<string, FSWatcher>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();

  function look(): void {
    timer = undefined;
    const changed = new Set<string>();
    for (const [file, before] of states) {
      const now = getState(file);
      if (now === undefined || now === before) continue;
      states.set(file, now);
      changed.add(file);
    }
    if (changed.size > 0) running = running.then(() => onChange(changed));
  }
  function lookSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(look, quietMs);
  }

  const every = setInterval(look, lookEveryMs);
  every.unref();
  return {
    set(files) {
      const wanted = new Set([...files].map((file) => resolve(file)));
      for (const file of states.keys()) if (!wanted.has(file)) states.delete(file);
      for (const file of wanted) if (!states.has(file)) states.set(file, getState(file));
      const places = new Set([...wanted].map((file) => dirname(file)));
      for (const [folder, watcher] of folders) {
        if (places.has(folder)) continue;
        watcher.close();
        folders.delete(folder);
      }
      for (const folder of places) {
        if (!folders.has(folder)) addFolder(folders, folder, lookSoon);
      }
    },
    close() {
      clearInterval(every);
      clearTimeout(timer);
      for (const watcher of folders.values()) watcher.close();
      states.clear();
    },
  };
}

/** Some file systems can't be watched; their files are looked at from time to time. */
function addFolder(folders: Map<string, FSWatcher>, folder: string, onEvent: () => void): void {
  try {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on('error', () => watcher.close());
    folders.set(folder, watcher);
  } catch {
    // It is gone, or out of reach.
  }
}

function getState(file: string): string | undefined {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts?.isFile() ? `${facts.ino} ${facts.mtimeMs} ${facts.size}` : undefined;
}
