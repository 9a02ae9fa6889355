import { useState } from 'preact/hooks';
import { Action, CopyButton, ErrorNote, Field, Panel, Text } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';

interface Tenant {
  readonly name: string;
  readonly account_id: string;
  readonly zone_name: string;
  readonly api_token: string;
}

/** Isolated accounts, for tests that run in parallel. */
export function TenantsPanel() {
  const { admin, reloadAccounts } = useSession();
  const { data, error, reload } = useData(() => admin<readonly Tenant[]>('tenants'), []);
  const [name, setName] = useState('');
  const changed = () => {
    reload();
    reloadAccounts();
  };
  const create = async () => {
    await admin('tenants', { body: name === '' ? {} : { name } });
    setName('');
    changed();
  };
  const remove = async (id: string) => {
    await admin(`tenants/${id}`, { method: 'DELETE' });
    changed();
  };
  return (
    <Panel title="Tenants">
      {error && <ErrorNote error={error} />}
      {data?.length === 0 && <p class="muted">A tenant is an account with its own zone, token and clock.</p>}
      {data && data.length > 0 && (
        <ul class="rows">
          {data.map((tenant) => (
            <li key={tenant.account_id}>
              <span class="grow">
                <Text>{tenant.name}</Text> <span class="muted mono">{tenant.zone_name}</span>
              </span>
              <CopyButton text={tenant.api_token}>Copy token</CopyButton>
              <Action
                action={() => remove(tenant.account_id)}
                confirm={`Remove the tenant ${tenant.name} with everything in it?`}
              >
                Remove
              </Action>
            </li>
          ))}
        </ul>
      )}
      <Field label="Name of a new tenant" hint="Optional.">
        <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Action action={create}>Create a tenant</Action>
    </Panel>
  );
}
