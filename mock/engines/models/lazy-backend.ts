import type { ModelBackend } from './backend.ts';

/** A backend that is loaded at its first call. */
export interface LazyModels {
  get(): Promise<ModelBackend>;
}

/**
 * Wraps a backend that is loaded at its first call.
 *
 * @example
 * const models = lazyBackend(new Lazy(async () => (await import('./scripted/index.ts')).createScriptedBackend({ seed })));
 */
export function lazyBackend(lazy: LazyModels): ModelBackend {
  return {
    async *generate(...args) {
      yield* (await lazy.get()).generate(...args);
    },
    embed: async (...args) => (await lazy.get()).embed(...args),
    draw: async (...args) => (await lazy.get()).draw(...args),
    speak: async (...args) => (await lazy.get()).speak(...args),
    transcribe: async (...args) => (await lazy.get()).transcribe(...args),
    translate: async (...args) => (await lazy.get()).translate(...args),
    summarise: async (...args) => (await lazy.get()).summarise(...args),
    classify: async (...args) => (await lazy.get()).classify(...args),
    rank: async (...args) => (await lazy.get()).rank(...args),
    describe: async (...args) => (await lazy.get()).describe(...args),
    label: async (...args) => (await lazy.get()).label(...args),
    detect: async (...args) => (await lazy.get()).detect(...args),
  };
}
