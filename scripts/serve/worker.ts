import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { App } from '../../mock/api/app.ts';
import type { Mock } from '../../mock/assembly/create-mock.ts';
import type { WorkerModule } from '../../mock/bindings/bucket/worker-fetch.ts';
import { readWorkerConfig } from '../worker-config/read-worker-config.ts';
import { type ImportModule, importOnce, ServeOptionError, type ServeOptions } from './options.ts';

/** The options of `serve` that choose its Worker. */
export type ServeWorkerOptions = Pick<ServeOptions, 'worker' | 'bindings'>;

/** A Worker that was found. */
export interface FoundWorker {
  /** Runs it with the bindings of a mock. */
  on(mock: Mock): App['fetch'];
  /** Its module, as named. */
  readonly file: string;
  /** Settings in its configuration that `serve` ignores. */
  readonly warnings: readonly string[];
}

/**
 * Finds the given Worker, or the one that its configuration names.
 *
 * @param importModule imports its module
 * @throws ServeOptionError in one line
 */
export async function findWorker(
  { worker, bindings }: ServeWorkerOptions,
  importModule: ImportModule = importOnce,
): Promise<FoundWorker> {
  const config = bindings === undefined ? undefined : await readWorkerConfig(bindings);
  const file = worker ?? config?.main;
  if (file === undefined)
    throw new ServeOptionError('serve-option', `${bindings}: has no main; name a module with --worker`);
  const module = await loadWorker(file, importModule);
  return {
    file,
    on: (mock) =>
      mock.worker(module, config?.bindings ?? {}, {
        onError: (error) => console.error(`touchstone: the Worker of ${file} failed:`, error),
      }),
    warnings: config?.warnings ?? [],
  };
}

async function loadWorker(file: string, importModule: ImportModule): Promise<WorkerModule<object>> {
  const path = resolve(file);
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) throw refused(`${file}: ${facts ? 'is not a file' : 'does not exist'}`);
  let loaded: { readonly default?: unknown };
  try {
    loaded = await importModule(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw refused(`${file}: can't be loaded: ${reason}`, cause);
  }
  const module = loaded.default;
  if (!isWorker(module)) throw refused(`${file}: has no default export with a fetch function`);
  return module;
}

function isWorker(module: unknown): module is WorkerModule<object> {
  return (
    typeof module === 'object' && module !== null && 'fetch' in module && typeof module.fetch === 'function'
  );
}

function refused(message: string, cause?: unknown): ServeOptionError {
  return new ServeOptionError('serve-option', message, { cause });
}
