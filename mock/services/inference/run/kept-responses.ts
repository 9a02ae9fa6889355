import { ApiError } from '../../../../spec/errors.ts';
import type { ResponseObject } from '../../../../spec/services/inference/formats/responses/answer.ts';
import {
  type InputItem,
  inputItemSchema,
  type ResponsesInput,
} from '../../../../spec/services/inference/formats/responses/request.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { getItems, type Kept } from '../formats/responses/to-generation.ts';

/** A response, and its input. */
interface KeptResponse {
  readonly response: ResponseObject;
  /** The conversation before the request, and the request. */
  readonly before: readonly InputItem[];
  readonly input: readonly InputItem[];
}

/** Stored responses by account, to continue or read back; the oldest are dropped first. */
export class KeptResponses {
  #responses = new Map<string, KeptResponse>();

  /** Stores a response, unless the request has `store: false`. */
  keep(account: string, request: ResponsesInput, response: ResponseObject): void {
    if (request.store === false) return;
    const before = this.before(account, request).before ?? [];
    this.#responses.set(`${account} ${response.id}`, { response, before, input: getItems(request) });
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= inferenceLimits.keptResponses) break;
      this.#responses.delete(oldest);
    }
  }

  /** Replaces the response with the same id, unless it was dropped. */
  change(account: string, response: ResponseObject): void {
    const key = `${account} ${response.id}`;
    const kept = this.#responses.get(key);
    if (!kept) return;
    const { created_at } = kept.response;
    this.#responses.set(key, { ...kept, response: { ...response, created_at } });
  }

  /** @throws ApiError `response-unknown` */
  get(account: string, id: string): KeptResponse {
    const kept = this.#responses.get(`${account} ${id}`);
    if (!kept) throw new ApiError('response-unknown', { id });
    return kept;
  }

  /** @throws ApiError `response-unknown` */
  remove(account: string, id: string): void {
    this.get(account, id);
    this.#responses.delete(`${account} ${id}`);
  }

  /**
   * The conversation before the input of a request.
   *
   * @throws ModelError `bad-input` when a request continues a response that is not stored
   */
  before(account: string, { previous_response_id: id, conversation }: ResponsesInput): Kept {
    if (conversation !== undefined && conversation !== null) {
      throw new ModelError('bad-input', 'Conversations are not stored here: send previous_response_id.');
    }
    if (id === undefined || id === null) return {};
    const kept = this.#responses.get(`${account} ${id}`);
    if (!kept) throw new ModelError('bad-input', `Previous response with id '${id}' not found.`);
    const answered = kept.response.output.flatMap((item) => {
      const read = inputItemSchema.safeParse(item);
      return read.success ? [read.data] : [];
    });
    const before = [...kept.before, ...kept.input, ...answered];
    return { before, toItem: (itemId) => before.find((item) => 'id' in item && item.id === itemId) };
  }

  /** Returns a function that restores the current responses. */
  snapshot(): () => void {
    const then = new Map(this.#responses);
    return () => {
      this.#responses = new Map(then);
    };
  }

  clear(): void {
    this.#responses.clear();
  }
}
