import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { RequestError, type Sent, send } from './api.ts';
import { pages } from './pages/pages.ts';
import { ErrorNote, Field, useChosenInView } from './parts/basics.tsx';
import { Stone } from './parts/stone.tsx';
import { hashTo, useRoute } from './route.ts';
import {
  getAdminToken,
  keepAdminToken,
  readServer,
  type ServerFacts,
  type Session,
  SessionContext,
  unrecorded,
} from './session.ts';

/** The console: navigation, the switch of accounts, and the page that the address names. */
export function Console() {
  const { facts, error, reload } = useServer();
  const [chosen, setChosen] = useState<string>();
  const session = useMemo(
    () => facts && toSession(facts, { chosen, chooseAccount: setChosen, reloadAccounts: reload }),
    [facts, chosen, reload],
  );
  if (error instanceof RequestError && error.status === 403) return <AdminTokenForm onToken={reload} />;
  if (!session) return error ? <ErrorNote error={error} /> : null;
  return (
    <SessionContext.Provider value={session}>
      <Frame session={session} />
    </SessionContext.Provider>
  );
}

function useServer() {
  const [facts, setFacts] = useState<ServerFacts>();
  const [error, setError] = useState<Error>();
  const reload = useCallback(() => {
    readServer().then((read) => {
      setFacts(read);
      setError(undefined);
    }, setError);
  }, []);
  useEffect(reload, [reload]);
  return { facts, error, reload };
}

function toSession(
  { info, accounts }: ServerFacts,
  { chosen, ...rest }: Pick<Session, 'chooseAccount' | 'reloadAccounts'> & { chosen: string | undefined },
): Session {
  const first = { id: info.account_id, name: info.account_id, token: info.api_token };
  const account =
    accounts.find(({ id }) => id === chosen) ?? accounts.find(({ id }) => id === info.account_id) ?? first;
  const adminToken = getAdminToken();
  const fetchAdmin = (path: string, sent: Sent = {}) =>
    send(`/_touchstone/${path}`, { token: adminToken, ...sent });
  const fetchV4 = (path: string, sent: Sent = {}) =>
    send(`/client/v4/${path}`, {
      token: account.token,
      ...sent,
      headers: { ...unrecorded, ...sent.headers },
    });
  return {
    ...rest,
    info,
    accounts: accounts.length === 0 ? [first] : accounts,
    account,
    adminToken,
    admin: async (path: string, sent?: Sent) => (await fetchAdmin(path, sent)).json(),
    fetchAdmin,
    v4: async (path: string, sent?: Sent) => (await fetchV4(path, sent)).json(),
    fetchV4,
  };
}

function Frame({ session }: { readonly session: Session }) {
  const { segments } = useRoute();
  const page = pages.find(({ name }) => name === segments[0]) ?? pages[0];
  const bar = useChosenInView<HTMLElement>(page);
  useEffect(() => {
    document.title = `${page?.title} · Touchstone`;
  }, [page]);
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={focusContent}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href={hashTo(['requests'])}>
          <Stone />
          Touchstone
        </a>
        <AccountSwitch session={session} />
      </header>
      <nav ref={bar} class="side" aria-label="Pages">
        {pages.map(({ name, title }) => (
          <a key={name} href={hashTo([name])} {...(name === page?.name && { 'aria-current': 'page' })}>
            {title}
          </a>
        ))}
        <a class="side-docs" href="/docs">
          API reference
        </a>
      </nav>
      <main id="content" class="content" tabIndex={-1}>
        {page && <page.Page key={session.account.id} />}
      </main>
    </div>
  );
}

function focusContent() {
  document.getElementById('content')?.focus();
}

function AccountSwitch({ session }: { readonly session: Session }) {
  const { account, accounts, chooseAccount } = session;
  return (
    <label class="accounts">
      <span>Account</span>
      <select
        class="account"
        value={account.id}
        onChange={(event) => chooseAccount(event.currentTarget.value)}
      >
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Asks for the admin token, which other machines than the server's need. */
function AdminTokenForm({ onToken }: { readonly onToken: () => void }) {
  const [token, setToken] = useState('');
  const enter = (event: Event) => {
    event.preventDefault();
    keepAdminToken(token);
    onToken();
  };
  return (
    <main class="lock">
      <h1>Admin token</h1>
      <p>
        This machine is not the server's. The console needs the token that the server was started with:{' '}
        <code>serve --admin-token SECRET</code>.
      </p>
      {getAdminToken() !== undefined && <ErrorNote error={new Error('The server refused this token.')} />}
      <form onSubmit={enter}>
        <Field label="Admin token">
          <input
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="button primary">
          Open the console
        </button>
      </form>
    </main>
  );
}
