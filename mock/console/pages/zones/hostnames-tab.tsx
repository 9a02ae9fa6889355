import type { CustomHostname } from '../../../../spec/services/custom-hostnames/schemas.ts';
import { Badge, Code, Empty, ErrorNote, Panel } from '../../parts/basics.tsx';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import type { ZoneProps } from './zone-props.ts';

/** The custom hostnames of a zone: names of customers that it answers for. */
export function HostnamesTab({ zone }: ZoneProps) {
  const { v4 } = useSession();
  const { data, error } = useData(
    async () => (await v4<readonly CustomHostname[]>(`zones/${zone.id}/custom_hostnames?per_page=50`)).result,
    [zone.id],
  );
  return (
    <>
      {error && <ErrorNote error={error} />}
      {data?.length === 0 && (
        <Empty title="No custom hostname yet.">
          <p>
            <code>POST /zones/{zone.id}/custom_hostnames</code> creates one.
          </p>
        </Empty>
      )}
      <div class="columns">
        {data?.map(({ id, hostname, status, custom_metadata }) => (
          <Panel key={id} title={hostname} aside={<Badge tone="good">{status}</Badge>}>
            <p class="muted">
              <code>{id}</code>
            </p>
            {custom_metadata && (
              <Code label={`Metadata of ${hostname}`} text={JSON.stringify(custom_metadata)} />
            )}
          </Panel>
        ))}
      </div>
    </>
  );
}
