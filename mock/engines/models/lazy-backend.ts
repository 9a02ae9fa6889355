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
    async *generate(...asked) {
      yield* (await lazy.get()).generate(...asked);
    },
    embed: async (...asked) => (await lazy.get()).embed(...asked),
    draw: async (...asked) => (await lazy.get()).draw(...asked),
    speak: async (...asked) => (await lazy.get()).speak(...asked),
    transcribe: async (...asked) => (await lazy.get()).transcribe(...asked),
    translate: async (...asked) => (await lazy.get()).translate(...asked),
    summarise: async (...asked) => (await lazy.get()).summarise(...asked),
    classify: async (...asked) => (await lazy.get()).classify(...asked),
    rank: async (...asked) => (await lazy.get()).rank(...asked),
    describe: async (...asked) => (await lazy.get()).describe(...asked),
    label: async (...asked) => (await lazy.get()).label(...asked),
    detect: async (...asked) => (await lazy.get()).detect(...asked),
  };
}
