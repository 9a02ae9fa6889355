import { allRequirements, type KnownRequirementId } from '../spec/requirements.ts';

/** Why the requirements of a service have no test, by the first part of their ids. */
export const excusedServices: Readonly<Record<string, string>> = {
  BR: 'Browser rendering is not served yet; its suites come with the service.',
  AR: 'Git repositories are not served yet; their suites come with the service.',
  OBJ: 'The object storage example is not served yet; its suites come with the application.',
  PY: 'The code interpreter example is not served yet; its suites come with the application.',
};

/** Requirements of those services that have a test already: some suites go through all operations. */
const testedAlready: ReadonlySet<string> = new Set<KnownRequirementId>(['BR-ERR-1']);

const foreignToken =
  "It takes a valid token without rights on the target's zone, which no description of a target holds; the tests of the mock's access check make one.";

const single = {
  'V4-AUTH-20': foreignToken,
  'V4-AUTH-21': foreignToken,
  'GW-CACHE-5':
    'The largest body that a run takes is as large as the largest request that is kept, so a larger one is refused before.',
  'GW-CACHE-13':
    "It takes two accounts, and a description of a target names one; the tests of the gateway's cache have two.",
  'GW-LOG-31':
    'A gateway keeps 10,000 log entries at least, so a test would take as many runs; the tests of its log show both strategies.',
  'INF-HOOK-24':
    "It takes a name server that answers differently a moment later, which no suite can bring; the tests of the mock's background runs have one.",
  'RL-FUNC-19':
    'Custom rules do not have `split`, and rules that have it are stored only; the vectors of the engine show it.',
} as const satisfies Partial<Record<KnownRequirementId, string>>;

/** Requirements of served services whose effect is a service that is not served yet, by the first part of its ids. */
export const awaiting: Readonly<Record<string, Readonly<Partial<Record<KnownRequirementId, string>>>>> = {};

const ofServices: Readonly<Partial<Record<KnownRequirementId, string>>> = Object.fromEntries(
  allRequirements.flatMap(({ id }) => {
    const reason = excusedServices[serviceOf(id)];
    return reason === undefined || testedAlready.has(id) ? [] : [[id, reason]];
  }),
);

/** Requirements that no suite tests, each with the reason. */
export const excuses: Readonly<Partial<Record<KnownRequirementId, string>>> = {
  ...ofServices,
  ...Object.fromEntries(Object.values(awaiting).flatMap((ids) => Object.entries(ids))),
  ...single,
};

/** The first part of an id: `TV` of `TV-KEY-4`. */
export function serviceOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}
