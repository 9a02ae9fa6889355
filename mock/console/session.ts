import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { journalHeader } from '../../spec/services/touchstone/limits.ts';
import type { Info } from '../../spec/services/touchstone/schemas.ts';
import { type Page, RequestError, type Sent, sendForJson } from './api.ts';

/** An account that the console can show. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** API token that may do everything in this account. */
  readonly token: string;
}

/** What all pages share: the server, the chosen account, and the means to call both interfaces. */
export interface Session {
  readonly info: Info;
  readonly accounts: readonly Account[];
  readonly account: Account;
  chooseAccount(id: string): void;
  /** Reads the accounts again, after one was created or removed. */
  reloadAccounts(): void;
  /**
   * Calls the admin interface.
   *
   * @param path below `/_touchstone/`
   * @example
   * const faults = await session.admin<FaultRecord[]>('faults');
   */
  admin<T>(path: string, sent?: Sent): Promise<T>;
  /**
   * Calls the public API with the token of the chosen account. The journal leaves the request out.
   *
   * @param path below `/client/v4/`
   */
  v4<T>(path: string, sent?: Sent): Promise<Page<T>>;
  /** The same for an answer that is not in the envelope, such as a file. */
  fetchV4(path: string, sent?: Sent): Promise<Response>;
  /** Like `admin`, for an answer that is not JSON. */
  fetchAdmin(path: string, sent?: Sent): Promise<Response>;
  /** Token for the admin interface, on machines other than the server's. */
  readonly adminToken: string | undefined;
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session. @throws Error outside the console */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session here.');
  return session;
}

const tokenKey = 'touchstone-admin-token';
export const getAdminToken = () => sessionStorage.getItem(tokenKey) ?? undefined;
export const keepAdminToken = (token: string) => sessionStorage.setItem(tokenKey, token);

/** Requests of the console itself are not in the journal that it shows. */
export const unrecorded = { [journalHeader]: 'off' };

/** What the server says about itself and its accounts. */
export interface ServerFacts {
  readonly info: Info;
  readonly accounts: readonly Account[];
}

/** Asks the server. @throws RequestError with status 403 when it wants the admin token */
export async function readServer(): Promise<ServerFacts> {
  const token = getAdminToken();
  const info = await sendForJson<Info>('/_touchstone/info', { token });
  const tenants = await sendForJson<readonly Tenant[]>('/_touchstone/tenants', { token });
  const own = tenants.map(({ account_id, name, api_token }) => ({ id: account_id, name, token: api_token }));
  const known = new Set(own.map(({ id }) => id));
  const seen = (await readAccounts(info.api_token)).filter(({ id }) => !known.has(id));
  return { info, accounts: [...seen, ...own] };
}

interface Tenant {
  readonly account_id: string;
  readonly name: string;
  readonly api_token: string;
}

async function readAccounts(token: string): Promise<readonly Account[]> {
  try {
    const path = '/client/v4/accounts?per_page=50';
    const sent = { token, headers: unrecorded };
    const { result } = await sendForJson<Page<readonly { id: string; name: string }[]>>(path, sent);
    return result.map(({ id, name }) => ({ id, name, token }));
  } catch (error) {
    // A fault or `--basis` may refuse the list.
    if (error instanceof RequestError) return [];
    throw error;
  }
}
