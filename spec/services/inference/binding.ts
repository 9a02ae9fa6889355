import type { CatalogueModel } from './catalogue.ts';
import type { ConvertedFile } from './conversion.ts';

/**
 * The model binding of Worker code. It takes no token and runs a hosted model directly, unless the options name a
 * gateway.
 */
export interface AiBinding {
  /**
   * Runs a model. It returns an object for JSON and a stream for everything else: event frames if the input requests a
   * stream, or the bytes of pictures and sound.
   *
   * @throws an error with the name `AiError`, `AiGatewayError` or `InferenceUpstreamError`, whose message is `<code>:
   * <text>`
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
    // The answer depends on the model, so Worker code states the type it expects.
  ): Promise<unknown>;
  /** The models that match every filter, a page at a time. */
  models(filter?: AiModelFilter): Promise<readonly CatalogueModel[]>;
  /** Converts files to Markdown; a file that can't be converted has an `error`. */
  toMarkdown(files: readonly AiFile[]): Promise<readonly ConvertedFile[]>;
  toMarkdown(file: AiFile): Promise<ConvertedFile>;
  /** Id of the last run, null before the first. */
  readonly lastRequestId: string | null;
  /** Id of the log entry of the last run, null if its gateway created none. */
  readonly aiGatewayLogId: string | null;
  readonly lastRequestHttpStatusCode: number | null;
  /** Code of the last refusal. */
  readonly lastRequestInternalStatusCode: number | null;
}

/** Gateway options of a run. */
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
  /** Return the response itself, even a refusal. */
  readonly returnRawResponse?: boolean | undefined;
  /** Queue the `requests` of the input as a batch, or request one by its `request_id`. */
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
