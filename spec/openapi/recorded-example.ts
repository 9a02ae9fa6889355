/** A request that a mock answered, and the answer, as the reference shows it. */
export interface RecordedExample {
  /** Path variables. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Headers besides the credentials and the type of the body. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The JSON that was sent. */
  readonly body?: unknown;
  /** The text of a body that is not JSON. */
  readonly text?: string;
  /** The fields of a form; the name of a file stands for its content. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly status: number;
  /** Media type of the answer; empty without a body. */
  readonly type: string;
  /** JSON or text that was received; absent for bytes. Long texts and lists are cut. */
  readonly received?: unknown;
}

/** Recorded examples by operation id. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;
