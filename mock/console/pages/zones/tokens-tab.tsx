import { useState } from 'preact/hooks';
import { Action, Badge, Empty, ErrorNote, Field, Panel, Text } from '../../parts/basics.tsx';
import { toDateTime, visible } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import { createBlockRule, createConfig, defaultSource, getOperation } from './guard-zone.ts';
import { getSigningKeys } from './signing-keys.ts';
import type { ZoneProps } from './zone-props.ts';
import { readTokens, type TokenConfig } from './zone-types.ts';

/** The token configurations of a zone, with their keys. */
export function TokensTab({ zone }: ZoneProps) {
  const session = useSession();
  const { data, error, reload } = useData(() => readTokens(session, zone.id), [zone.id]);
  const [form, setForm] = useState({ title: 'Shop', source: defaultSource });
  const create = async () => {
    await createConfig(session, zone, form);
    reload();
  };
  const block = async (config: TokenConfig) => {
    const { host } = await getOperation(session, zone, data?.operations ?? []);
    await createBlockRule(session, zone, config, host);
    reload();
  };
  const remove = async ({ id }: TokenConfig) => {
    await session.v4(`zones/${zone.id}/token_validation/config/${id}`, { method: 'DELETE' });
    reload();
  };
  return (
    <div class="columns">
      {error && <ErrorNote error={error} />}
      {data?.configs.length === 0 && (
        <Empty title="No token configuration yet.">
          <p>A configuration says where tokens are, and which keys may sign them.</p>
        </Empty>
      )}
      {data?.configs.map((config) => (
        <ConfigPanel
          key={config.id}
          config={config}
          isRuled={data.rules.some(({ expression }) => expression.includes(config.id))}
          onBlock={() => block(config)}
          onRemove={() => remove(config)}
        />
      ))}
      <Panel title="Create a token configuration">
        <p class="muted">
          This browser makes a key pair for ES256. The zone gets the public key; the private one stays in this
          tab, and signs tokens in the playground.
        </p>
        <Field label="Title">
          <input
            value={form.title}
            onInput={(event) => setForm({ ...form, title: event.currentTarget.value })}
          />
        </Field>
        <Field label="Token source" hint="A value of a header or a cookie.">
          <input
            class="mono"
            value={form.source}
            onInput={(event) => setForm({ ...form, source: event.currentTarget.value })}
          />
        </Field>
        <Action tone="primary" action={create}>
          Create with a new key
        </Action>
      </Panel>
    </div>
  );
}

interface ConfigPanelProps {
  readonly config: TokenConfig;
  /** Whether a token rule names it. */
  readonly isRuled: boolean;
  readonly onBlock: () => Promise<void>;
  readonly onRemove: () => Promise<void>;
}

function ConfigPanel({ config, isRuled, onBlock, onRemove }: ConfigPanelProps) {
  const { id, title, description, token_sources, credentials, created_at } = config;
  return (
    <Panel
      title={visible(title) || 'Without a title'}
      aside={getSigningKeys()[id] && <Badge tone="good">can sign here</Badge>}
    >
      {description !== '' && (
        <p>
          <Text>{description}</Text>
        </p>
      )}
      <p class="muted">
        <code>{id}</code>, created {toDateTime(created_at)}
      </p>
      <h3>Sources</h3>
      <ol class="plain-list">
        {token_sources.map((source) => (
          <li key={source}>
            <code>
              <Text>{source}</Text>
            </code>
          </li>
        ))}
      </ol>
      <h3>Keys</h3>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>kid</th>
              <th>alg</th>
              <th>Type</th>
            </tr>
          </thead>
          <tbody>
            {credentials.keys.map((key) => (
              <tr key={`${key.kid} ${key.alg}`}>
                <td>
                  <Text>{key.kid}</Text>
                </td>
                <td>{key.alg}</td>
                <td>{'crv' in key ? `${key.kty}, ${key.crv}` : key.kty}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="bar">
        {isRuled ? (
          <Badge tone="good">a token rule uses it</Badge>
        ) : (
          <Action action={onBlock}>Block without a valid token</Action>
        )}
        <Action
          tone="danger"
          action={onRemove}
          confirm={`Delete the token configuration "${visible(title)}"?`}
        >
          Delete
        </Action>
      </div>
    </Panel>
  );
}
