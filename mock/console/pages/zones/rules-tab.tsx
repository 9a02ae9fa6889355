import { Action, Badge, Empty, ErrorNote, Text } from '../../parts/basics.tsx';
import { visible } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import type { ZoneProps } from './zone-props.ts';
import { readTokens, type TokenRule } from './zone-types.ts';

/** The token validation rules of a zone. Of those that include an operation, the first enabled one applies. */
export function RulesTab({ zone }: ZoneProps) {
  const session = useSession();
  const { data, error, reload } = useData(() => readTokens(session, zone.id), [zone.id]);
  const path = `zones/${zone.id}/token_validation/rules`;
  const edit = async (id: string, body: object) => {
    await session.v4(`${path}/${id}`, { method: 'PATCH', body });
    reload();
  };
  const remove = async (id: string) => {
    await session.v4(`${path}/${id}`, { method: 'DELETE' });
    reload();
  };
  return (
    <>
      <p class="muted">
        Of the rules whose selector has the operation of a request, the first that is on applies. Its action
        triggers when its expression is false.
      </p>
      {error && <ErrorNote error={error} />}
      {data?.rules.length === 0 && (
        <Empty title="No token rule yet.">
          <p>
            A token configuration creates one with a click: Token configurations, Block without a valid token.
          </p>
        </Empty>
      )}
      <ol class="cards-list">
        {data?.rules.map((rule, at) => (
          <li key={rule.id} class="panel panel-body">
            <div class="bar">
              <strong class="grow">
                {at + 1}. <Text>{rule.title || rule.id}</Text>
              </strong>
              <Badge tone={rule.action === 'block' ? 'refused' : 'accent'}>{rule.action}</Badge>
              <label class="check">
                <input
                  type="checkbox"
                  checked={rule.enabled}
                  onChange={(event) => edit(rule.id, { enabled: event.currentTarget.checked }).catch(reload)}
                />
                on
              </label>
            </div>
            <code class="code">
              <Text>{rule.expression}</Text>
            </code>
            <SelectorText rule={rule} />
            <div class="bar">
              <Action
                disabled={at === 0}
                action={() => edit(rule.id, { position: { before: data.rules[at - 1]?.id } })}
              >
                Move up
              </Action>
              <Action
                disabled={at === data.rules.length - 1}
                action={() => edit(rule.id, { position: { after: data.rules[at + 1]?.id } })}
              >
                Move down
              </Action>
              <Action action={() => edit(rule.id, { action: rule.action === 'block' ? 'log' : 'block' })}>
                {rule.action === 'block' ? 'Only log' : 'Block'}
              </Action>
              <Action
                tone="danger"
                action={() => remove(rule.id)}
                confirm={`Delete the rule "${visible(rule.title)}"?`}
              >
                Delete
              </Action>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function SelectorText({ rule: { selector } }: { readonly rule: TokenRule }) {
  const hosts = selector.include?.flatMap(({ host }) => host) ?? [];
  const excluded = selector.exclude?.flatMap(({ operation_ids }) => operation_ids) ?? [];
  return (
    <p class="muted">
      Operations of <Text>{hosts.length === 0 ? 'no host' : hosts.join(', ')}</Text>
      {excluded.length > 0 && (
        <>
          , without <code>{excluded.join(', ')}</code>
        </>
      )}
    </p>
  );
}
