import type { ResponseObject } from '../../../../spec/services/inference/formats/responses/answer.ts';
import {
  type InputItem,
  inputItemSchema,
  type ResponsesInput,
} from '../../../../spec/services/inference/formats/responses/request.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { itemsOf, type Kept } from '../formats/responses/to-generation.ts';

/** The conversations of responses that may be gone on with, by account; the oldest are forgotten first. */
export class KeptResponses {
  #conversations = new Map<string, readonly InputItem[]>();

  /** Keeps what a response answered, behind what it was asked; not where the request says `store: false`. */
  keep(account: string, request: ResponsesInput, { id, output }: ResponseObject): void {
    if (request.store === false) return;
    const answered = output.flatMap((item) => {
      const read = inputItemSchema.safeParse(item);
      return read.success ? [read.data] : [];
    });
    const before = this.before(account, request).before ?? [];
    this.#conversations.set(`${account} ${id}`, [...before, ...itemsOf(request), ...answered]);
    for (const oldest of this.#conversations.keys()) {
      if (this.#conversations.size <= inferenceLimits.keptResponses) break;
      this.#conversations.delete(oldest);
    }
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
    const before = this.#conversations.get(`${account} ${id}`);
    if (!before) throw new ModelError('bad-input', `Previous response with id '${id}' not found.`);
    return { before, itemOf: (itemId) => before.find((item) => 'id' in item && item.id === itemId) };
  }

  /** A function that puts the conversations back to how they are now. */
  snapshot(): () => void {
    const then = new Map(this.#conversations);
    return () => {
      this.#conversations = new Map(then);
    };
  }

  clear(): void {
    this.#conversations.clear();
  }
}
