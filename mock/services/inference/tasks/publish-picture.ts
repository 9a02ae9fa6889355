import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { TaskCall } from './task.ts';

/**
 * Stores pictures for an account, and links them at the host of the request. On the platform they are in public object
 * storage; the admin interface needs no credentials for them.
 *
 * @param url of the request
 * @param newId creates an id that can't be guessed
 *
 * @example
 * publisherFor(account, request.url, () => world.ids.uuid())({ bytes, mediaType: 'image/png' })
 * // 'http://localhost:4800/_touchstone/accounts/…/pictures/…'
 */
export function publisherFor(account: AccountTenant, url: string, newId: () => string): TaskCall['publish'] {
  return ({ bytes, mediaType }) => {
    const id = newId();
    account.pictures.put(id, { bytes: new Uint8Array(bytes), mediaType });
    return new URL(`/_touchstone/accounts/${account.id}/pictures/${id}`, url).href;
  };
}
