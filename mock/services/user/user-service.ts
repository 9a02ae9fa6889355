import type { userEndpoints } from '../../../spec/services/user/endpoints.ts';
import type { Service } from '../../call.ts';

/** The credential that calls: fact sheet token-validation, section 4.2. */
export function createUserService(): Service<typeof userEndpoints> {
  return {
    'user.token.verify': ({ actor }) => ({
      result: { id: actor.id, status: actor.status },
      // Code 10000 in `messages` is good news; in `errors` it is the opposite.
      messages: [{ code: 10000, message: 'This API Token is valid and active' }],
    }),
  };
}
