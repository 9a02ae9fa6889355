import type { ModelBackend } from './backend.ts';

/** A backend that is loaded when it is first asked. */
export interface LateModels {
  get(): Promise<ModelBackend>;
}

/**
 * Answers by a backend that is loaded when somebody first asks for something.
 *
 * @example
 * const models = lateBackend(new Late(async () => (await import('./scripted/index.ts')).createScriptedBackend({ seed })));
 */
export function lateBackend(late: LateModels): ModelBackend {
  return {
    async *generate(...asked) {
      yield* (await late.get()).generate(...asked);
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
