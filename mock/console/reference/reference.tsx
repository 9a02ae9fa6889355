import { useEffect, useMemo, useState } from 'preact/hooks';
import { Empty, ErrorNote } from '../parts/basics.tsx';
import { Stone } from '../parts/stone.tsx';
import { useRoute } from '../route.ts';
import { getAdminToken } from '../session.ts';
import { Navigation } from './navigation.tsx';
import { OperationPage } from './operation-page.tsx';
import { ServicePage, StartPage } from './start-page.tsx';
import type { Credentials } from './try-it.tsx';
import { type Loaded, useReference } from './use-reference.ts';

/** The API reference: navigation with a search, and the page that the address names. */
export function Reference() {
  const { loaded, error } = useReference();
  if (error) {
    return (
      <main class="page">
        <ErrorNote error={error} />
      </main>
    );
  }
  return loaded ? <Frame loaded={loaded} /> : <p class="page muted">Loading the reference …</p>;
}

function Frame({ loaded }: { readonly loaded: Loaded }) {
  const { operations, info } = loaded;
  const { segments } = useRoute();
  const name = segments[0];
  const listed = operations.find(({ id }) => id === name);
  const [token, setToken] = useState(info?.api_token ?? '');
  const credentials = useMemo(() => toCredentials(loaded, token), [loaded, token]);
  useEffect(() => {
    document.title = `${name ?? 'API reference'} · Touchstone`;
    document.getElementById('content')?.scrollTo(0, 0);
  }, [name]);
  return (
    <div class="frame reference">
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href="#/">
          <Stone />
          Touchstone API
        </a>
        <label class="token">
          <span>Token</span>
          <input
            class="mono"
            value={token}
            placeholder="API token"
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <a class="to-console" href="/">
          Console
        </a>
      </header>
      <Navigation loaded={loaded} chosen={listed} service={listed?.service ?? name} />
      <main id="content" class="content" tabIndex={-1}>
        <Page loaded={loaded} name={name} credentials={credentials} />
      </main>
    </div>
  );
}

function Page({
  loaded: { document, operations },
  name,
  credentials,
}: {
  readonly loaded: Loaded;
  readonly name: string | undefined;
  readonly credentials: Credentials;
}) {
  if (name === undefined)
    return <StartPage document={document} operations={operations} credentials={credentials} />;
  const listed = operations.find(({ id }) => id === name);
  if (listed)
    return <OperationPage key={name} document={document} listed={listed} credentials={credentials} />;
  const tag = document.tags.find((one) => one.name === name);
  if (!tag) return <Empty title="There is no such operation. The search finds others." />;
  const own = operations.filter(({ service }) => service === name);
  return <ServicePage name={name} about={tag.description} operations={own} />;
}

function toCredentials({ info }: Loaded, token: string): Credentials {
  return {
    token,
    adminToken: getAdminToken() ?? '',
    known: info ? { account_id: info.account_id, zone_id: info.zone_id } : {},
  };
}
