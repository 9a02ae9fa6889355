import { journalLimits } from '../../../spec/services/touchstone/events.ts';
import { editDistance } from '../../api/explain-unknown-path.ts';
import type { World } from '../../world/world.ts';

/** Largest edit distance between a host and a suggested zone name. */
const nearName = 0.5;
/** Most zones to compare with a request. */
const mostCompared = 1_000;

/** Explains why a host belongs to no zone, and suggests similar names. */
export function explainNoZone(world: World, host: string): string {
  const names = world.zones
    .list()
    .slice(0, mostCompared)
    .map(({ zone }) => ({ name: zone.name, distance: editDistance(ending(host, zone.name), zone.name) }))
    .sort((a, b) => a.distance - b.distance);
  const near = names.filter(({ distance }) => distance <= nearName).slice(0, journalLimits.nearestRoutes);
  const shown = (near.length > 0 ? near : names.slice(0, journalLimits.nearestRoutes)).map(
    ({ name }) => name,
  );
  const isOne = shown.length === 1;
  const start =
    near.length > 0 ? `The nearest zone${isOne ? ' is' : 's are'}` : `There ${isOne ? 'is' : 'are'}`;
  const there = shown.length === 0 ? 'There is no zone.' : `${start} ${shown.join(', ')}.`;
  return `No zone and no custom hostname has the host ${host}. ${there}`;
}

/** The last labels of a host, as many as `name` has. */
function ending(host: string, name: string): string {
  return host.split('.').slice(-name.split('.').length).join('.');
}
