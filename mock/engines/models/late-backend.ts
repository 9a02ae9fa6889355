import type { ModelBackend } from './backend.ts';

/** A backend that is loaded when it is first asked. */
export interface LateModels {
  /** The backend, if it is there. */
  readonly made: ModelBackend | undefined;
  get(): Promise<ModelBackend>;
}

/**
 * Answers by a backend that is not loaded before somebody asks for something; from then on nothing is waited for.
 *
 * @example
 * const models = lateBackend(new Late(async () => (await import('./scripted/index.ts')).createScriptedBackend({ seed })));
 */
export function lateBackend(late: LateModels): ModelBackend {
  return {
    generate(...asked) {
      if (late.made) return late.made.generate(...asked);
      return (async function* () {
        yield* (await late.get()).generate(...asked);
      })();
    },
    embed: async (...asked) => (await late.get()).embed(...asked),
    draw: async (...asked) => (await late.get()).draw(...asked),
    speak: async (...asked) => (await late.get()).speak(...asked),
    transcribe: async (...asked) => (await late.get()).transcribe(...asked),
    translate: async (...asked) => (await late.get()).translate(...asked),
    summarise: async (...asked) => (await late.get()).summarise(...asked),
    classify: async (...asked) => (await late.get()).classify(...asked),
    rank: async (...asked) => (await late.get()).rank(...asked),
    describe: async (...asked) => (await late.get()).describe(...asked),
    label: async (...asked) => (await late.get()).label(...asked),
    detect: async (...asked) => (await late.get()).detect(...asked),
  };
}
