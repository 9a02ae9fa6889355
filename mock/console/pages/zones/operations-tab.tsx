import { useState } from 'preact/hooks';
import { Action, Empty, ErrorNote, Field, Panel, Text } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import type { ZoneProps } from './zone-props.ts';
import { readTokens } from './zone-types.ts';

/** The saved operations of a zone. Token rules apply only to them. */
export function OperationsTab({ zone }: ZoneProps) {
  const session = useSession();
  const { data, error, reload } = useData(() => readTokens(session, zone.id), [zone.id]);
  const [form, setForm] = useState({ method: 'GET', host: `api.${zone.name}`, endpoint: '/orders/{id}' });
  const path = `zones/${zone.id}/api_gateway/operations`;
  const save = async () => {
    await session.v4(`${path}/item`, { body: form });
    reload();
  };
  const remove = async (id: string) => {
    await session.v4(`${path}/${id}`, { method: 'DELETE' });
    reload();
  };
  return (
    <div class="columns">
      <Panel title="Operations">
        {error && <ErrorNote error={error} />}
        {data?.operations.length === 0 && (
          <Empty title="No operation yet.">
            <p>Token rules apply only to saved operations.</p>
          </Empty>
        )}
        <ul class="rows">
          {data?.operations.map(({ operation_id, method, host, endpoint }) => (
            <li key={operation_id}>
              <code class="grow">
                {method} <Text>{`${host}${endpoint}`}</Text>
              </code>
              <Action tone="danger" action={() => remove(operation_id)}>
                Delete
              </Action>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Save an operation">
        <Field label="Method">
          <select
            value={form.method}
            onChange={(event) => setForm({ ...form, method: event.currentTarget.value })}
          >
            {['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'CONNECT', 'PATCH', 'TRACE'].map(
              (method) => (
                <option key={method}>{method}</option>
              ),
            )}
          </select>
        </Field>
        <Field label="Host">
          <input
            value={form.host}
            onInput={(event) => setForm({ ...form, host: event.currentTarget.value })}
          />
        </Field>
        <Field label="Endpoint" hint="{name} stands for any one segment.">
          <input
            value={form.endpoint}
            onInput={(event) => setForm({ ...form, endpoint: event.currentTarget.value })}
          />
        </Field>
        <Action tone="primary" action={save}>
          Save
        </Action>
      </Panel>
    </div>
  );
}
