import { dirname, join, resolve } from 'node:path';
import type { App } from '../../../mock/api/app.ts';
import type { Mock } from '../../../mock/assembly/create-mock.ts';
import { SeedDocument } from '../../../mock/seed/seed-document.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { toVisibleLine } from '../../../spec/visible-text.ts';
import { readSeeds } from '../../seed/files.ts';
import { readReplies } from '../models.ts';
import { readServeOptions, type ServeOptions } from '../options.ts';
import { readStances } from '../stances.ts';
import { findWorker } from '../worker.ts';
import { getZoneOrigin } from '../zone-origin.ts';
import type { FreshImport } from './import-fresh.ts';
import { watchFiles } from './watch-files.ts';

/** A running server whose files are watched. */
export interface Reloaded {
  readonly mock: Mock;
  readonly flags: Readonly<Record<string, unknown>>;
  /** The options that it runs with. */
  readonly options: ServeOptions;
  /** How its Worker and its configuration were imported. */
  readonly imports: WatchImports;
  /** Files that its seeds name. */
  readonly seedFiles: SeedFiles;
  /** Replaces its Worker from the next request on. */
  setWorker(fetch: App['fetch']): void;
  /** Prints a line. */
  say(line: string): void;
}

export interface WatchImports {
  readonly worker: FreshImport;
  readonly config: FreshImport;
}

/** Options that can change while the server runs, if they were set at the start. */
const applicable = ['seeds', 'replies', 'stances', 'worker', 'bindings', 'zoneOrigin', 'leeway'] as const;

/**
 * Applies changes of files to a running server, and prints what became of each. A refused file changes nothing.
 *
 * @returns a function that stops it
 */
export function startReload(server: Reloaded): () => void {
  const { mock, flags, imports, seedFiles, setWorker, say } = server;
  let options = server.options;
  const config = typeof flags['config'] === 'string' ? flags['config'] : undefined;

  async function reload(changed: ReadonlySet<string>): Promise<void> {
    const touches = (files: Iterable<string | undefined>) =>
      [...files].some((file) => file !== undefined && changed.has(resolve(file)));
    const before = options;
    if (config !== undefined && touches([config, ...imports.config.files])) {
      await attempt(config, async () => {
        options = await readServeOptions(flags, process.env, imports.config.load);
        return undefined;
      });
      sayWhatNeedsRestart(config, before, options);
    }
    const differs = (name: keyof ServeOptions) => !isSame(before[name], options[name]);
    const { seeds, replies, stances, worker, bindings } = options;
    const files = [seeds ?? []].flat();

    if ((before.seeds !== undefined && differs('seeds')) || touches([...files, ...seedFiles.named])) {
      await attempt(nameOf(files, changed) ?? config ?? 'seeds', async () => {
        const documents = seedFiles.follow(await readSeeds(files));
        const outcome = await mock.change({ seeds: documents });
        const records = outcome.changed === 1 ? '1 record' : `${outcome.changed} records`;
        const rest = outcome.changesRepositories ? '; repositories are created only at the start' : '';
        return `applied, ${records} changed${rest}`;
      });
    }
    if (replies !== undefined && (differs('replies') || touches([replies]))) {
      await attempt(replies, async () => {
        const read = await readReplies(replies);
        await mock.change({ replies: read });
        return `applied, ${read.length === 1 ? '1 reply' : `${read.length} replies`}`;
      });
    }
    if (stances !== undefined && (differs('stances') || touches([stances]))) {
      await attempt(stances, async () => {
        await mock.change({ stances: await readStances(stances) });
        return 'applied';
      });
    }
    if (hasWorker(before) && hasWorker(options)) {
      const isChanged = differs('worker') || differs('bindings');
      if (isChanged || touches(workerFiles(options, imports.worker))) {
        await attempt(worker ?? bindings ?? '', async () => {
          const found = await findWorker({ worker, bindings }, imports.worker.load);
          setWorker(found.on(mock));
          for (const warning of found.warnings) say(warning);
          return 'applied';
        });
      }
    }
    if (config !== undefined && (differs('zoneOrigin') || differs('leeway'))) {
      await attempt(config, async () => {
        const { zoneOrigin, leeway } = options;
        const origin = zoneOrigin === undefined ? undefined : await getZoneOrigin(zoneOrigin);
        await mock.change({ origin, leewaySeconds: leeway });
        mock.announce({ origin: zoneOrigin ?? null });
        return 'applied';
      });
    }
    watch();
  }

  /** Prints the outcome of applying a file, or why it was refused. */
  async function attempt(file: string, apply: () => Promise<string | undefined>): Promise<void> {
    let lines: string[];
    try {
      const outcome = await apply();
      lines = outcome === undefined ? [] : [`${file}: ${outcome}`];
    } catch (error) {
      if (!(error instanceof TouchstoneError)) {
        console.error(`touchstone: ${file} failed unexpectedly`, error);
        return;
      }
      const [first = '', ...more] = error.message.split('\n');
      lines = [first.includes(file) ? first : `${file}: ${first}`, ...more, `${file}: not applied`];
      if (more.length === 0) lines = [`${lines[0]}; not applied`];
    }
    for (const line of lines) say(toVisibleLine(line));
  }

  function sayWhatNeedsRestart(file: string, before: ServeOptions, after: ServeOptions): void {
    // Every member of the options has its own name.
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof ServeOptions)[];
    const needed = names.filter(
      (name) => !isSame(before[name], after[name]) && !mayApply(name, before, after),
    );
    if (needed.length > 0) say(toVisibleLine(`${file}: a restart is needed for ${needed.join(', ')}`));
  }

  function watch(): void {
    const { seeds, replies, stances } = options;
    const files = [
      config,
      ...imports.config.files,
      ...[seeds ?? []].flat(),
      ...seedFiles.named,
      replies,
      stances,
      ...(hasWorker(options) ? workerFiles(options, imports.worker) : []),
    ];
    watched.set(files.filter((file) => file !== undefined));
  }

  const watched = watchFiles(reload);
  watch();
  return watched.close;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const hasWorker = ({ worker, bindings }: ServeOptions) => (worker ?? bindings) !== undefined;

function mayApply(name: keyof ServeOptions, before: ServeOptions, after: ServeOptions): boolean {
  if (!applicable.some((one) => one === name)) return false;
  if (name === 'seeds') return before.seeds !== undefined;
  if (name === 'replies' || name === 'stances') return after[name] !== undefined;
  if (name === 'worker' || name === 'bindings') return hasWorker(before) && hasWorker(after);
  return true;
}

/** The configuration of a Worker, its secrets, and the files of its module. */
function workerFiles({ worker, bindings }: ServeOptions, { files }: FreshImport): (string | undefined)[] {
  const secrets = bindings === undefined ? undefined : join(dirname(bindings), '.dev.vars');
  return [worker, bindings, secrets, ...files];
}

/** The names of the files that have changed, as they were given. */
function nameOf(files: readonly string[], changed: ReadonlySet<string>): string | undefined {
  const named = files.filter((file) => changed.has(resolve(file)));
  return named.length > 0 ? named.join(', ') : files.join(', ') || undefined;
}

/** Notes which files seeds read. */
export interface SeedFiles {
  readonly named: ReadonlySet<string>;
  /** Returns the same documents, and notes what these read. */
  follow(documents: readonly SeedDocument[]): SeedDocument[];
}

export function createSeedFiles(): SeedFiles {
  const named = new Set<string>();
  return {
    named,
    follow: (documents) =>
      documents.map(({ value, name, getPlace, readFile }) => {
        const folder = dirname(resolve(name ?? ''));
        return new SeedDocument({
          value,
          name,
          getPlace,
          readFile:
            readFile &&
            ((path) => {
              named.add(resolve(folder, path));
              return readFile(path);
            }),
        });
      }),
  };
}
