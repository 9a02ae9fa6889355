import type { PrivateJwk } from './jwt.ts';

/** Private keys that this tab made, by the id of their token configuration. They never leave the browser. */
export type SigningKeys = Readonly<Record<string, PrivateJwk>>;

const name = 'touchstone-signing-keys';

/** Reads the keys of this tab. */
export function getSigningKeys(): SigningKeys {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as SigningKeys;
  } catch {
    return {};
  }
}

/** Keeps a key until the tab is closed. */
export function keepSigningKey(configId: string, key: PrivateJwk): void {
  sessionStorage.setItem(name, JSON.stringify({ ...getSigningKeys(), [configId]: key }));
}
