import { useState } from 'preact/hooks';
import type { SnapshotRecord } from '../../../../spec/services/touchstone/state.ts';
import { Action, ErrorNote, Field, Panel, Text, Time } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';

/** Named snapshots of the world. */
export function SnapshotsPanel() {
  const { admin } = useSession();
  const { data, error, reload } = useData(() => admin<readonly SnapshotRecord[]>('snapshots'), []);
  const [name, setName] = useState('');
  const take = async () => {
    await admin('snapshots', { body: { name } });
    setName('');
    reload();
  };
  const at = (of: string) => `snapshots/${encodeURIComponent(of)}`;
  const remove = async (of: string) => {
    await admin(at(of), { method: 'DELETE' });
    reload();
  };
  return (
    <Panel title="Snapshots">
      {error && <ErrorNote error={error} />}
      {data?.length === 0 && <p class="muted">A snapshot saves all accounts, zones and their contents.</p>}
      {data && data.length > 0 && (
        <ul class="rows">
          {data.map(({ name: of, taken_at }) => (
            <li key={of}>
              <span class="grow">
                <Text>{of}</Text>{' '}
                <span class="muted">
                  <Time at={taken_at} />
                </span>
              </span>
              <Action action={() => admin(`${at(of)}/restore`, { method: 'POST' })}>Restore</Action>
              <Action action={() => remove(of)}>Remove</Action>
            </li>
          ))}
        </ul>
      )}
      <Field label="Name of a new snapshot">
        <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Action action={take} disabled={name === ''}>
        Take a snapshot
      </Action>
    </Panel>
  );
}
