import type { Ruleset, RulesetRule, RulesetSummary } from '../../../../spec/services/rulesets/schemas.ts';
import { Action, Badge, Code, Empty, ErrorNote, Panel, Text } from '../../parts/basics.tsx';
import { visible } from '../../parts/text.ts';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import type { ZoneProps } from './zone-props.ts';

const phaseTitles: Readonly<Record<string, string>> = {
  http_request_firewall_custom: 'Custom rules',
  http_config_settings: 'Configuration rules',
};

/** The rulesets of a zone and those of its account, with their rules. */
export function RulesetsTab({ zone }: ZoneProps) {
  const { v4, account } = useSession();
  const { data, error, reload } = useData(async () => {
    const places = [`zones/${zone.id}`, `accounts/${account.id}`];
    const lists = await Promise.all(
      places.map(async (place) => {
        const { result } = await v4<readonly RulesetSummary[]>(`${place}/rulesets`);
        return Promise.all(
          result.map(async ({ id }) => ({
            place,
            ruleset: (await v4<Ruleset>(`${place}/rulesets/${id}`)).result,
          })),
        );
      }),
    );
    return lists.flat();
  }, [zone.id]);
  const change = async (place: string, { id, rules }: Ruleset, changed: RulesetRule) => {
    const body = { rules: rules.map((rule) => (rule.id === changed.id ? changed : rule)).map(toInput) };
    await v4(`${place}/rulesets/${id}`, { method: 'PUT', body });
    reload();
  };
  return (
    <>
      {error && <ErrorNote error={error} />}
      {data?.length === 0 && (
        <Empty title="No ruleset yet.">
          <p>
            <code>PUT /zones/{zone.id}/rulesets/phases/http_request_firewall_custom/entrypoint</code> writes
            the custom rules.
          </p>
        </Empty>
      )}
      <div class="columns">
        {data?.map(({ place, ruleset }) => (
          <Panel
            key={ruleset.id}
            title={`${phaseTitles[ruleset.phase] ?? ruleset.phase}: ${visible(ruleset.name)}`}
            aside={<Badge>{place.startsWith('accounts') ? `account, ${ruleset.kind}` : ruleset.kind}</Badge>}
          >
            {ruleset.rules.length === 0 && <p class="muted">It has no rule.</p>}
            {ruleset.rules.map((rule, at) => (
              <RuleText
                key={rule.id}
                rule={rule}
                number={at + 1}
                onSwitch={() => change(place, ruleset, { ...rule, enabled: !rule.enabled })}
              />
            ))}
          </Panel>
        ))}
      </div>
    </>
  );
}

interface RuleTextProps {
  readonly rule: RulesetRule;
  readonly number: number;
  readonly onSwitch: () => Promise<void>;
}

function RuleText({ rule, number, onSwitch }: RuleTextProps) {
  const { description, ref, action, expression, enabled, action_parameters } = rule;
  return (
    <div class="reply">
      <div class="bar">
        <strong class="grow">
          {number}. <Text>{description || ref}</Text>
        </strong>
        <Badge tone={action === 'block' ? 'refused' : 'accent'}>{action}</Badge>
        <Action action={onSwitch}>{enabled ? 'Turn off' : 'Turn on'}</Action>
      </div>
      <code class="code">
        <Text>{expression}</Text>
      </code>
      {action_parameters && (
        <Code label={`Parameters of rule ${number}`} text={JSON.stringify(action_parameters)} />
      )}
    </div>
  );
}

/** A rule as the API takes it. */
function toInput({ version: _, last_updated: __, ...rule }: RulesetRule): object {
  return rule;
}
