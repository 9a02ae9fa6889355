import { defineMutants } from '../mutant.ts';

/** Metadata of custom hostnames. */
export const metadataMutants = defineMutants([
  {
    id: 'sells-metadata-to-everybody',
    requirement: 'CH-META-2',
    does: 'It stores custom metadata in zones without access to it.',
    file: 'mock/services/custom-hostnames/check-metadata.ts',
    replace: 'if (without.has(zone.id) || !metadataPlans.includes(zone.zone.plan.legacy_id)) {',
    by: 'if (without.has(zone.id)) {',
  },
]);
