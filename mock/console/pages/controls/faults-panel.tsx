import { useState } from 'preact/hooks';
import type { FaultRecord } from '../../../../spec/services/touchstone/faults.ts';
import { Action, ErrorNote, Field, Panel, Text } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import { emptyFault, type FaultForm, readFault, toSentence } from './fault-form.ts';

/** Faults: what goes wrong on purpose, for the chosen account or for all. */
export function FaultsPanel() {
  const { admin, account } = useSession();
  const { data, error, reload } = useData(() => admin<readonly FaultRecord[]>('faults'), []);
  const own = data?.filter(({ fault: { match } }) => (match?.account ?? account.id) === account.id);
  const [form, setForm] = useState<FaultForm>(emptyFault);
  const set = (change: Partial<FaultForm>) => setForm({ ...form, ...change });
  const add = async () => {
    const scope = form.scope === 'account' ? `?account_id=${account.id}` : '';
    await admin(`faults${scope}`, { body: readFault(form) });
    reload();
  };
  const remove = async (id: string) => {
    await admin(`faults/${id}`, { method: 'DELETE' });
    reload();
  };
  return (
    <Panel title="Faults">
      {error && <ErrorNote error={error} />}
      {own?.length === 0 && <p class="muted">No fault is active.</p>}
      {own && own.length > 0 && (
        <ul class="rows">
          {own.map(({ id, used, left, fault }) => (
            <li key={id}>
              <span class="grow">
                <Text>{toSentence(fault)}</Text>{' '}
                <span class="muted">
                  used {used} times{left === null ? '' : `, ${left} left`}
                  {fault.match?.account === undefined ? ', all accounts' : ''}
                </span>
              </span>
              <Action action={() => remove(id)}>Remove</Action>
            </li>
          ))}
        </ul>
      )}
      <Field label="Operation" hint="An id, a prefix such as zones, edge or git, or a pattern with *.">
        <input value={form.operation} onInput={(event) => set({ operation: event.currentTarget.value })} />
      </Field>
      <Field label="What goes wrong">
        <select
          value={form.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as FaultForm['kind'] })}
        >
          <option value="status">An error status</option>
          <option value="latency">A delay</option>
          <option value="drop">The connection drops</option>
        </select>
      </Field>
      {form.kind !== 'drop' && (
        <Field label={form.kind === 'status' ? 'Status' : 'Milliseconds'}>
          <input
            inputMode="numeric"
            value={form.amount}
            onInput={(event) => set({ amount: event.currentTarget.value })}
          />
        </Field>
      )}
      <Field label="How often">
        <select
          value={form.times}
          onChange={(event) => set({ times: event.currentTarget.value as FaultForm['times'] })}
        >
          <option value="always">For every request</option>
          <option value="once">Once</option>
        </select>
      </Field>
      <Field label="Whose requests">
        <select
          value={form.scope}
          onChange={(event) => set({ scope: event.currentTarget.value as FaultForm['scope'] })}
        >
          <option value="all">Those of all accounts</option>
          <option value="account">Only those of this account</option>
        </select>
      </Field>
      <Action action={add}>Add the fault</Action>
    </Panel>
  );
}
