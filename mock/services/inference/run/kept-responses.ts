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

/** A response, and what it was made of. */
interface KeptResponse {
  readonly response: ResponseObject;
  /** What was said before, and what was asked. */
  readonly before: readonly InputItem[];
  readonly input: readonly InputItem[];
}

/** Responses that may be gone on with and read back, by account; the oldest are forgotten first. */
export class KeptResponses {
  #responses = new Map<string, KeptResponse>();

  /** Keeps a response; not where the request says `store: false`. */
  keep(account: string, request: ResponsesInput, response: ResponseObject): void {
    if (request.store === false) return;
    const before = this.before(account, request).before ?? [];
    this.#responses.set(`${account} ${response.id}`, { response, before, input: getItems(request) });
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= inferenceLimits.keptResponses) break;
      this.#responses.delete(oldest);
    }
  }

  /** Puts a response in the place of the one with its id, unless that is gone by now. */
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
   * What stands before the input of a request.
   *
   * @throws ModelError `bad-input` where a request goes on with what nobody has kept
   */
  before(account: string, { previous_response_id: id, conversation }: ResponsesInput): Kept {
    if (conversation !== undefined && conversation !== null) {
      throw new ModelError('bad-input', 'Conversations are not kept here: send previous_response_id.');
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

  /** A function that puts the responses back to how they are now. */
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
