import type { Rendering } from '../../../../spec/services/touchstone/renderings.ts';
import { Empty, ErrorNote } from '../../parts/basics.tsx';
import { useData, useRefresh } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';
import { RenderingCard } from './rendering-card.tsx';
import { TryPanel } from './try-panel.tsx';

/** Pages that the browser rendered, with their pictures, and a form to render one. */
export function RenderingPage() {
  const { admin, account } = useSession();
  const { data, error, reload } = useData(
    () => admin<readonly Rendering[]>(`accounts/${account.id}/renderings`),
    [account.id],
  );
  useRefresh(reload);
  return (
    <div class="page">
      <h1>Rendering</h1>
      <TryPanel onDone={reload} />
      <h2>Last pages</h2>
      {error && <ErrorNote error={error} />}
      {data?.length === 0 && (
        <Empty title="No pages yet.">
          <p>
            Each call of <code>browser-rendering</code> appears here.
          </p>
        </Empty>
      )}
      <div class="cards">
        {data?.map((rendering) => (
          <RenderingCard key={`${rendering.at} ${rendering.id}`} rendering={rendering} />
        ))}
      </div>
    </div>
  );
}
