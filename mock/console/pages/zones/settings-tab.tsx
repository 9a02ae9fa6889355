import { useState } from 'preact/hooks';
import type { Setting } from '../../../../spec/services/settings/endpoints.ts';
import { Action, ErrorNote, Text } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import type { ZoneProps } from './zone-props.ts';

/** The settings of a zone. Those with `on` and `off` have a switch. */
export function SettingsTab({ zone }: ZoneProps) {
  const { v4 } = useSession();
  const [filter, setFilter] = useState('');
  const { data, error, reload } = useData(
    async () => (await v4<readonly Setting[]>(`zones/${zone.id}/settings`)).result,
    [zone.id],
  );
  const change = async (id: string, value: string) => {
    await v4(`zones/${zone.id}/settings/${id}`, { method: 'PATCH', body: { value } });
    reload();
  };
  const shown = data?.filter(({ id }) => id.includes(filter.trim().toLowerCase())) ?? [];
  return (
    <>
      <input
        type="search"
        class="setting-filter"
        placeholder="Filter settings"
        aria-label="Filter settings"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {error && <ErrorNote error={error} />}
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Setting</th>
              <th>Value</th>
              <th>Change</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, value, editable }) => (
              <tr key={id}>
                <td>
                  <code>{id}</code>
                </td>
                <td>
                  <Text>{typeof value === 'string' ? value : JSON.stringify(value)}</Text>
                </td>
                <td>
                  {editable && (value === 'on' || value === 'off') && (
                    <Action action={() => change(id, value === 'on' ? 'off' : 'on')}>
                      {value === 'on' ? 'Turn off' : 'Turn on'}
                    </Action>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
