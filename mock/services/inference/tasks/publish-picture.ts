import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { TaskCall } from './task.ts';

/**
 * Keeps pictures for an account, and links them where the request went. On the platform they lie on public
 * object storage; the admin interface needs no credentials from here.
 *
 * @param url of the request
 * @param newId an id that nobody guesses
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
