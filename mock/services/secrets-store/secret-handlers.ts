import type { RegisteredHandlers } from '../../api/registered.ts';
import { isObject } from '../../engines/openapi/json.ts';

const secrets = '/accounts/{account_id}/secrets_store/stores/{store_id}/secrets';

export const secretHandlers: RegisteredHandlers = {
  // No answer has the text of a secret, so that the copy is a secret of the same store.
  [`POST ${secrets}/{secret_id}/duplicate`]: ({ params, body, collection, answer }) => {
    const { value } = collection(secrets).get(params['secret_id'] ?? '');
    const comment = isObject(value) && value['comment'] !== undefined ? { comment: value['comment'] } : {};
    return answer(collection(secrets).add({ ...comment, ...(isObject(body) && body) }).value);
  },
};
