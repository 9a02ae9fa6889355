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
  /** The input, checked by the schema of the model. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly backend: ModelBackend;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Stores a file and returns its URL. */
  publish(file: PublishedFile): string;
}

/** The result of such a run: `result` of the envelope, or the bare body. */
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

/** Runs the models with one type of answer. */
export type TaskRunner = (call: TaskCall, signal: AbortSignal) => Promise<TaskAnswer>;

/** The model for the engine. */
export function engineModel({ id, dimensions }: ModelEntry): Model {
  return { id, ...(dimensions !== undefined && { dimensions }) };
}

/**
 * The input in the type of the model's schema.
 *
 * Models with one type of answer have different schemas, and the table of runners doesn't know which one checked a
 * call; each runner names the type that its models share.
 */
export function getInput<Input>({ input }: TaskCall): Input {
  return input as Input; // see above
}
