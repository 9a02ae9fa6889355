import { Tabs } from '../../parts/basics.tsx';
import { hashTo, useRoute } from '../../route.ts';
import { RepliesTab } from './replies-tab.tsx';
import { RunsTab } from './runs-tab.tsx';

const tabs = [
  { name: 'runs', title: 'Runs' },
  { name: 'replies', title: 'Replies' },
] as const;

/** Runs of models, and the replies that a user scripts for them. */
export function ModelsPage() {
  const { segments } = useRoute();
  const tab = segments[1] === 'replies' ? 'replies' : 'runs';
  const choose = (name: string) => {
    location.hash = hashTo(['models', name]);
  };
  return (
    <div class="page">
      <h1>Models</h1>
      <Tabs label="Models" tabs={tabs} chosen={tab} onChoose={choose} />
      {tab === 'runs' ? <RunsTab gateway={segments[2]} log={segments[3]} /> : <RepliesTab />}
    </div>
  );
}
