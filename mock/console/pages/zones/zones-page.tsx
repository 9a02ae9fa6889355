import type { FunctionComponent } from 'preact';
import { Badge, Empty, ErrorNote, Tabs } from '../../parts/basics.tsx';
import { visible } from '../../parts/text.ts';
import { hashTo, useRoute } from '../../route.ts';
import { HostnamesTab } from './hostnames-tab.tsx';
import { OperationsTab } from './operations-tab.tsx';
import { PlaygroundTab } from './playground-tab.tsx';
import { RulesTab } from './rules-tab.tsx';
import { RulesetsTab } from './rulesets-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TokensTab } from './tokens-tab.tsx';
import { useZones } from './use-zones.ts';
import type { ZoneProps } from './zone-props.ts';

const tabs = [
  { name: 'playground', title: 'Playground', Tab: PlaygroundTab },
  { name: 'tokens', title: 'Token configurations', Tab: TokensTab },
  { name: 'rules', title: 'Token rules', Tab: RulesTab },
  { name: 'operations', title: 'Operations', Tab: OperationsTab },
  { name: 'rulesets', title: 'Rulesets', Tab: RulesetsTab },
  { name: 'settings', title: 'Settings', Tab: SettingsTab },
  { name: 'hostnames', title: 'Custom hostnames', Tab: HostnamesTab },
] as const satisfies readonly { name: string; title: string; Tab: FunctionComponent<ZoneProps> }[];

/** A zone with its tokens, rules and settings, and a place to try requests. */
export function ZonesPage() {
  const { segments } = useRoute();
  const { data: zones, error } = useZones();
  const zone = zones?.find(({ id }) => id === segments[1]) ?? zones?.[0];
  const tab = tabs.find(({ name }) => name === segments[2]) ?? tabs[0];
  return (
    <div class="page wide">
      <header class="bar">
        <h1>Zones</h1>
        {zones && zone && (
          <select
            aria-label="Zone"
            value={zone.id}
            onChange={(event) => {
              location.hash = hashTo(['zones', event.currentTarget.value, tab.name]);
            }}
          >
            {zones.map(({ id, name }) => (
              <option key={id} value={id}>
                {visible(name)}
              </option>
            ))}
          </select>
        )}
        {zone?.paused && <Badge tone="refused">paused: no rule runs</Badge>}
        {zone && <code class="muted">{zone.id}</code>}
      </header>
      {error && <ErrorNote error={error} />}
      {zones?.length === 0 && <Empty title="This account has no zone." />}
      {zone && (
        <>
          <Tabs
            label="Zone"
            tabs={tabs}
            chosen={tab.name}
            onChoose={(name) => {
              location.hash = hashTo(['zones', zone.id, name]);
            }}
          />
          <tab.Tab key={`${zone.id} ${tab.name}`} zone={zone} />
        </>
      )}
    </div>
  );
}
