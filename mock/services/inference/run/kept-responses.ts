import { ApiError } from '../../../../spec/errors.ts';
import type { ResponseObject } from '../../../../spec/services/inference/formats/responses/answer.ts';
import {
  inputItemSchema,
  type ResponsesInput,
} from '../../../../spec/services/inference/formats/responses/request.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import type { Collection } from '../../../world/collection.ts';
import type { StoredResponse } from '../../../world/records.ts';
import type { World } from '../../../world/world.ts';
import { getItems, type Kept } from '../formats/responses/to-generation.ts';

/** Stored responses of accounts, to continue or read back; the oldest of an account are dropped first. */
export class KeptResponses {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Stores a response, unless the request has `store: false`. */
  keep(account: string, request: ResponsesInput, response: ResponseObject): void {
    if (request.store === false) return;
    const before = this.before(account, request).before ?? [];
    const responses = this.#of(account);
    responses?.put({ id: response.id, response, before, input: getItems(request) });
    const [oldest] = responses && responses.size > inferenceLimits.keptResponses ? responses.list() : [];
    if (oldest) responses?.remove(oldest.id);
  }

  /** Replaces the response with the same id, unless it was dropped. */
  change(account: string, response: ResponseObject): void {
    const responses = this.#of(account);
    const kept = responses?.get(response.id);
    if (!kept) return;
    const { created_at } = kept.response;
    responses?.put({ ...kept, response: { ...response, created_at } });
  }

  /** @throws ApiError `response-unknown` */
  get(account: string, id: string): StoredResponse {
    const kept = this.#of(account)?.get(id);
    if (!kept) throw new ApiError('response-unknown', { id });
    return kept;
  }

  /** @throws ApiError `response-unknown` */
  remove(account: string, id: string): void {
    this.get(account, id);
    this.#of(account)?.remove(id);
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
    const kept = this.#of(account)?.get(id);
    if (!kept) throw new ModelError('bad-input', `Previous response with id '${id}' not found.`);
    const answered = kept.response.output.flatMap((item) => {
      const read = inputItemSchema.safeParse(item);
      return read.success ? [read.data] : [];
    });
    const before = [...kept.before, ...kept.input, ...answered];
    return { before, toItem: (itemId) => before.find((item) => 'id' in item && item.id === itemId) };
  }

  #of(account: string): Collection<StoredResponse> | undefined {
    return this.#world.account(account)?.responses;
  }
}
