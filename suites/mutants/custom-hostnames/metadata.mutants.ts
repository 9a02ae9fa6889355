import { defineMutants } from '../mutant.ts';

const service = 'mock/services/custom-hostnames/custom-hostnames-service.ts';
const check = 'mock/services/custom-hostnames/check-metadata.ts';
const pipeline = 'mock/edge/pipeline.ts';

/** Metadata of custom hostnames. */
export const metadataMutants = defineMutants([
  {
    id: 'adds-no-metadata-to-a-hostname-without',
    requirement: 'CH-META-1',
    does: 'It changes the metadata of a hostname that has some, and gives none to one that has none.',
    file: service,
    replace: 'merge(world, zone, before.hostname, () => before, body, {',
    by: `merge(world, zone, before.hostname, () => before, {
        ...body,
        custom_metadata: before.resource.custom_metadata && body.custom_metadata,
      }, {`,
  },
  {
    id: 'sells-metadata-to-everybody',
    requirement: 'CH-META-2',
    does: 'It stores custom metadata in zones without access to it.',
    file: check,
    replace: 'if (without.has(zone.id) || !metadataPlans.includes(zone.zone.plan.legacy_id)) {',
    by: 'if (without.has(zone.id)) {',
  },
  {
    id: 'has-rules-read-the-metadata-that-were-there-first',
    requirement: 'CH-META-3',
    does: 'It has rules read the metadata that a hostname had first, whatever replaced them.',
    file: service,
    replace: "custom_metadata === undefined ? before.metadata : (metadata?.text ?? '');",
    by: "before.metadata || (metadata?.text ?? '');",
  },
  {
    id: 'has-no-configuration-rules-for-custom-hostnames',
    requirement: 'CH-META-4',
    does: 'It treats custom hostnames as the settings of the zone say, whatever its configuration rules.',
    file: pipeline,
    replace: '...zoneDecisions(zone), ...chosen }',
    by: '...zoneDecisions(zone), ...(customHostnameFor(world, request.host) ? {} : chosen) }',
  },
  {
    id: 'lends-hostnames-the-metadata-of-others',
    requirement: 'CH-META-5',
    does: 'It has a hostname without metadata share those of the first hostname of its zone.',
    file: pipeline,
    replace: 'customHostnameFor(world, request.host)?.metadata,',
    by: `customHostnameFor(world, request.host)?.metadata ||
        world.customHostnames.of(zone.id).find(({ metadata }) => metadata !== '')?.metadata,`,
  },
  {
    id: 'refuses-metadata-as-those-of-a-wildcard',
    requirement: 'CH-META-9',
    does: 'It refuses metadata where there is no access to them with the code of those of a wildcard.',
    file: check,
    replace: "throw new ApiError('hostname-metadata-denied', {}, pointer);",
    by: "throw new ApiError('hostname-metadata-wildcard', { hostname }, pointer);",
  },
]);
