import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { Model, ModelBackend, Usage } from '../../../engines/models/backend.ts';

/** A file that an answer links to. */
export interface PublishedFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** A run of a model that does not write text. */
export interface TaskCall {
  readonly model: ModelEntry;
  /** What the schema of the model has let through. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly backend: ModelBackend;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Keeps a file and tells the address at which it can be fetched. */
  publish(file: PublishedFile): string;
}

/** What such a run comes to: `result` of the envelope, or the bare body. */
export type TaskAnswer =
  | {
      readonly kind: 'json';
      readonly result: unknown;
      readonly usage?: Usage;
      /** The text of the answer, for guardrails. */
      readonly text?: string;
    }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly mediaType: string;
      readonly usage?: Usage;
    };

/** How the models with one form of answer are run. */
export type TaskRunner = (call: TaskCall, signal: AbortSignal) => Promise<TaskAnswer>;

/** The model as the engine knows it. */
export function engineModel({ id, dimensions }: ModelEntry): Model {
  return { id, ...(dimensions !== undefined && { dimensions }) };
}

/**
 * The input as the schema of the model has it.
 *
 * The schemas of models whose answers have one form differ, and the table of runners cannot say which of
 * them a call was checked by; each runner names the type that its models share.
 */
export function getInput<Input>({ input }: TaskCall): Input {
  return input as Input; // see above
}
