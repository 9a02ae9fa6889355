import type { App } from '../../../mock/api/app.ts';
import type { SeedDocument } from '../../../mock/seed/seed-document.ts';
import { type ImportModule, ServeOptionError, type ServeOptions } from '../options.ts';
import { createFreshImport } from './import-fresh.ts';
import { createSeedFiles, type Reloaded, startReload } from './reload.ts';

/** What a server does differently when its files are watched. */
export interface Reloading {
  readonly importConfig: ImportModule;
  readonly importWorker: ImportModule;
  /** @throws ServeOptionError if there is no file to watch */
  assertFiles(flags: Reloaded['flags'], options: ServeOptions): void;
  /** Returns the same documents, and notes which files these read. */
  readonly follow: (documents: SeedDocument[]) => SeedDocument[];
  /** Wraps the Worker, so that another can replace it. */
  swappable(worker: App['fetch']): App['fetch'];
  /** Starts to watch. @returns a function that stops it */
  start(server: Pick<Reloaded, 'mock' | 'flags' | 'options' | 'say'>): () => void;
}

export function openReload(): Reloading {
  const config = createFreshImport('config');
  const worker = createFreshImport('worker');
  const seedFiles = createSeedFiles();
  let current: App['fetch'] | undefined;
  return {
    importConfig: config.load,
    importWorker: worker.load,
    assertFiles({ config: file }, { seeds, replies, stances, worker, bindings }) {
      if ([file, seeds, replies, stances, worker, bindings].some((one) => one !== undefined)) return;
      throw new ServeOptionError(
        'serve-option',
        '--watch: has no effect without --config, --seed, --replies, --stances, --worker or --bindings',
      );
    },
    follow: seedFiles.follow,
    swappable(fetch) {
      current = fetch;
      return (...sent) => (current ?? fetch)(...sent);
    },
    start: (server) =>
      startReload({
        ...server,
        imports: { config, worker },
        seedFiles,
        setWorker(fetch) {
          current = fetch;
        },
      }),
  };
}
