import type { CatalogueModel } from './catalogue.ts';
import type { ConvertedFile } from './conversion.ts';

/**
 * What Worker code gets as a binding of models. It takes no token; a hosted model is asked directly, unless the
 * options name a gateway.
 */
export interface AiBinding {
  /**
   * Runs a model. What it answers is an object for JSON and a stream for all else: frames of events where the
   * input asks for a stream, bytes of pictures and sound.
   *
   * @throws an error of the name `AiError`, `AiGatewayError` or `InferenceUpstreamError`, whose message is
   *   `<code>: <text>`
   */
  run(model: string, input: Readonly<Record<string, unknown>>, options: AiRawOptions): Promise<Response>;
  run(
    model: string,
    input: Readonly<Record<string, unknown>> & { readonly stream: true },
    options?: AiRunOptions,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  run(
    model: string,
    input: Readonly<Record<string, unknown>>,
    options?: AiRunOptions,
    // What a model answers depends on the model, and Worker code says which type it takes it for.
  ): Promise<unknown>;
  /** The models that satisfy every filter, a page at a time. */
  models(filter?: AiModelFilter): Promise<readonly CatalogueModel[]>;
  /** Converts files to Markdown; one that can't be has an `error`. */
  toMarkdown(files: readonly AiFile[]): Promise<readonly ConvertedFile[]>;
  toMarkdown(file: AiFile): Promise<ConvertedFile>;
  /** Id of the last run, null before the first. */
  readonly lastRequestId: string | null;
  /** Id of the log entry of the last run, null where its gateway kept none. */
  readonly aiGatewayLogId: string | null;
  readonly lastRequestHttpStatusCode: number | null;
  /** Code of the last refusal. */
  readonly lastRequestInternalStatusCode: number | null;
}

/** What a run says to its gateway. */
export interface AiGatewayOptions {
  readonly id: string;
  /** Seconds. */
  readonly cacheTtl?: number | undefined;
  readonly cacheKey?: string | undefined;
  readonly skipCache?: boolean | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly collectLog?: boolean | undefined;
  readonly eventId?: string | undefined;
  readonly requestTimeoutMs?: number | undefined;
  readonly retries?:
    | {
        readonly maxAttempts?: number | undefined;
        readonly retryDelayMs?: number | undefined;
        readonly backoff?: 'constant' | 'linear' | 'exponential' | undefined;
      }
    | undefined;
}

export interface AiRunOptions {
  readonly gateway?: AiGatewayOptions | undefined;
  /** Answer the response as it came, also one that refuses. */
  readonly returnRawResponse?: boolean | undefined;
  /** Run the `requests` of the input as a batch, or ask for one by its `request_id`. */
  readonly queueRequest?: boolean | undefined;
  /** Headers of the request, such as those of the gateway. */
  readonly extraHeaders?: Readonly<Record<string, string>> | undefined;
  /** Ends the run. */
  readonly signal?: AbortSignal | undefined;
}

export interface AiRawOptions extends AiRunOptions {
  readonly returnRawResponse: true;
}

export interface AiModelFilter {
  readonly author?: string | undefined;
  readonly hide_experimental?: boolean | undefined;
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly search?: string | undefined;
  readonly source?: number | undefined;
  readonly task?: string | undefined;
}

export interface AiFile {
  readonly name: string;
  readonly blob: Blob;
}
