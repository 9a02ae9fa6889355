import type { Zone } from '../../../../spec/services/zones/endpoints.ts';

/** What every tab of a zone gets. */
export interface ZoneProps {
  readonly zone: Zone;
}
