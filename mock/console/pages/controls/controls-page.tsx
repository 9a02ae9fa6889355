import { Action, Panel } from '../../parts/basics.tsx';
import { useSession } from '../../session.ts';
import { ClockPanel } from './clock-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { SnapshotsPanel } from './snapshots-panel.tsx';
import { TenantsPanel } from './tenants-panel.tsx';

/** What a test changes about the mock itself. */
export function ControlsPage() {
  const { admin, reloadAccounts } = useSession();
  const reset = async () => {
    await admin('reset', { method: 'POST' });
    reloadAccounts();
  };
  return (
    <div class="page">
      <h1>Controls</h1>
      <div class="masonry">
        <ClockPanel />
        <SnapshotsPanel />
        <FaultsPanel />
        <TenantsPanel />
        <LimitsPanel />
        <Panel title="Start over">
          <p>
            A reset removes everything that was made since the start: resources, requests, events, tenants and
            faults.
          </p>
          <Action tone="danger" action={reset} confirm="Reset the mock to its start? This can't be undone.">
            Reset the mock
          </Action>
        </Panel>
      </div>
    </div>
  );
}
