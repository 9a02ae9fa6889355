import type {
  AiBinding,
  AiFile,
  AiModelFilter,
  AiRawOptions,
  AiRunOptions,
} from '../../../spec/services/inference/binding.ts';
import type { ConvertedFile } from '../../../spec/services/inference/conversion.ts';
import type { ConvertSentFile } from '../../services/inference/conversion/conversion-handlers.ts';
import { getError, readRefusal } from './ai-error.ts';
import type { AiBindingParts } from './run-model.ts';

/**
 * The AI binding of a Worker. Models run by the same rules as over REST; the first call loads them.
 *
 * @example
 * const { response } = await env.AI.run('@cf/meta/llama-3.1-8b-instruct', { prompt: 'Hello' });
 */
export function createAiBinding(parts: AiBindingParts): AiBinding {
  return new Ai(parts);
}

type Input = Readonly<Record<string, unknown>>;

class Ai implements AiBinding {
  readonly #parts: AiBindingParts;
  #converter: Promise<ConvertSentFile> | undefined;
  lastRequestId: string | null = null;
  aiGatewayLogId: string | null = null;
  lastRequestHttpStatusCode: number | null = null;
  lastRequestInternalStatusCode: number | null = null;

  constructor(parts: AiBindingParts) {
    this.#parts = parts;
  }

  run(model: string, input: Input, options: AiRawOptions): Promise<Response>;
  run(
    model: string,
    input: Input & { readonly stream: true },
    options?: AiRunOptions,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  run(model: string, input: Input, options?: AiRunOptions): Promise<unknown>;
  async run(model: string, input: Input, options: AiRunOptions = {}): Promise<unknown> {
    const { runModel } = await import('./run-model.ts');
    const response = await runModel(this.#parts, model, input, options);
    const { headers, status } = response;
    this.lastRequestId = headers.get('cf-ai-req-id') ?? headers.get('cf-aig-request-id');
    this.aiGatewayLogId = headers.get('cf-aig-log-id');
    this.lastRequestHttpStatusCode = status;
    if (options.returnRawResponse === true) return response;
    if (!response.ok) {
      const refusal = readRefusal(await response.text());
      this.lastRequestInternalStatusCode = refusal.code;
      throw getError(refusal);
    }
    return headers.get('content-type') === 'application/json' ? response.json() : response.body;
  }

  async models(filter: AiModelFilter = {}): ReturnType<AiBinding['models']> {
    const { listModels } = await import('./run-model.ts');
    const { catalogue } = await this.#parts.inference();
    return listModels(catalogue.list(), filter);
  }

  toMarkdown(files: readonly AiFile[]): Promise<readonly ConvertedFile[]>;
  toMarkdown(file: AiFile): Promise<ConvertedFile>;
  async toMarkdown(given: AiFile | readonly AiFile[]): Promise<ConvertedFile | readonly ConvertedFile[]> {
    if (!isList(given)) return this.#convert(given);
    const converted: ConvertedFile[] = [];
    // One after the other, as each is held in memory.
    for (const file of given) converted.push(await this.#convert(file));
    return converted;
  }

  async #convert({ name, blob }: AiFile): Promise<ConvertedFile> {
    const { backend, world } = await this.#parts.inference();
    this.#converter ??= import('../../services/inference/conversion/conversion-handlers.ts').then(
      ({ createFileConverter }) => createFileConverter({ backend }),
    );
    const convert = await this.#converter;
    const file = new File([blob], name, { type: blob.type });
    return { id: world.ids.uuid(), ...(await convert(file, new AbortController().signal)) };
  }
}

function isList(given: AiFile | readonly AiFile[]): given is readonly AiFile[] {
  return Array.isArray(given);
}
