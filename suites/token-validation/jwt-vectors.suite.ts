import keyFile from '../../fixtures/jwt/keys.json' with { type: 'json' };
import vectorFile from '../../fixtures/jwt/vectors.json' with { type: 'json' };
import type { Certainty } from '../../spec/certainty.ts';
import type { Level } from '../../spec/requirement.ts';
import { type KnownRequirementId, requirementById } from '../../spec/requirements.ts';
import {
  type JwtVector,
  type JwtVectorConfiguration,
  jwtVectorKeysSchema,
  jwtVectorsSchema,
  requestHeaders,
} from '../../spec/vectors/jwt.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RuleBody } from '../harness/creation.ts';
import type { EdgeRequest } from '../harness/edge.ts';
import { HarnessError } from '../harness/errors.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { isJwtPresent, isJwtValid, named, needsSharedKids } from './guard.ts';
import { makeRules } from './requests.ts';

type Id = KnownRequirementId;

const { configurations, vectors } = jwtVectorsSchema.parse(vectorFile);

/** The keys that sign templates. */
export const vectorKeys = jwtVectorKeysSchema.parse(keyFile).keys;

/** Vectors of one class and one configuration, with the same certainty of validity. */
export interface VectorGroup {
  readonly title: string;
  readonly configuration: JwtVectorConfiguration;
  /** The highest level of a failure, by the certainty of the verdicts on validity. */
  readonly level: Level;
  readonly vectors: readonly JwtVector[];
}

const getLevel: Readonly<Record<Certainty, Level>> = {
  seed: 'must',
  documented: 'should',
  observed: 'may',
  inferred: 'may',
  schema: 'may',
};

/** All vectors, in groups that each have one highest level. */
export const vectorGroups: readonly VectorGroup[] = [...Map.groupBy(vectors, groupName)].map(
  ([title, group]) => {
    const [first] = group;
    const configuration = first && configurations[first.configuration];
    if (!configuration) throw new HarnessError('vectors', `${title} names no configuration of the file`);
    return { title, configuration, level: getLevel[first.certainty.valid], vectors: group };
  },
);

function groupName({ class: kind, configuration, certainty }: JwtVector): string {
  return `${kind.replaceAll('_', ' ')}, keys ${configuration}, ${certainty.valid}`;
}

/** The requirement behind a verdict on validity. */
export const getValidity = ({ requirement }: JwtVector): Id => known(requirement);

/** The requirement behind a verdict on presence, which differs from that on validity. */
export function getPresence({ expected, certainty, requirement, request }: JwtVector): Id {
  if (expected.valid) return 'TV-EXPR-4';
  const behindBearer = request.headers.some(([, value]) => /(?:^|=)Bearer /.test(value));
  if (expected.present) {
    if (certainty.present !== 'inferred') return 'TV-EXPR-25';
    return behindBearer ? 'TV-EXPR-36' : 'TV-EXPR-37';
  }
  if (certainty.present === 'seed') return 'TV-EXPR-3';
  if (certainty.present === 'documented') return known(requirement);
  if (requirement === 'TV-EXPR-33') return 'TV-EXPR-33';
  return requirement === 'TV-EXPR-5' ? 'TV-EXPR-34' : 'TV-EXPR-37';
}

type Reason = NonNullable<JwtVector['expected']['reason']>;

const reasons: Readonly<Record<Reason, Id>> = {
  missing_token: 'TV-EVT-13',
  malformed_token: 'TV-EVT-14',
  no_matching_key: 'TV-EVT-15',
  invalid_signature: 'TV-EVT-16',
  token_expired: 'TV-EVT-17',
  token_not_yet_valid: 'TV-EVT-18',
  unsupported_critical_header: 'TV-EVT-19',
  invalid_claims: 'TV-EVT-20',
};

/** The requirement behind a reason. */
export const reasonRequirement = (reason: Reason): Id => reasons[reason];

function known(id: string): Id {
  const requirement = requirementById(id);
  if (!requirement)
    throw new HarnessError('vectors', `A vector names the requirement ${id}, which is unknown`);
  return requirement.id as Id; // it was found among them
}

const unique = (ids: readonly Id[]): Id[] => [...new Set(ids)];

/** Whether the verdict of a vector applies to a target with this leeway. */
const concerns = (t: TestContext, { leeway }: JwtVector) =>
  leeway === undefined || leeway === (t.has('leeway') ? 60 : 0);

type Kind = 'valid' | 'present' | 'logged';

/** Rules that show how a token is judged, each on its own host. */
const getRule: Readonly<Record<Kind, (id: string) => Pick<RuleBody, 'action' | 'expression'>>> = {
  valid: (id) => ({ action: 'block', expression: isJwtValid(id) }),
  present: (id) => ({ action: 'block', expression: isJwtPresent(id) }),
  logged: (id) => ({ action: 'log', expression: isJwtValid(id) }),
};

/** A configuration of the vectors, with operations on the given hosts and a rule for each. */
async function prepare(t: TestContext, { configuration, vectors }: VectorGroup, ...names: Kind[]) {
  const paths = [...new Set(vectors.map(({ request }) => withoutQuery(request.path)))];
  const operations = await t.operations(...names.flatMap((label) => paths.map((path) => ({ label, path }))));
  const getOperation = (name: Kind, path: string) => {
    const place = names.indexOf(name) * paths.length + paths.indexOf(withoutQuery(path));
    return operations[place] ?? t.skip('there is no operation for a vector');
  };
  const { keys } = configuration.credentials;
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    await needsSharedKids(
      t,
      keys.map((jwk) => ({ jwk })),
    );
  const { id } = await t.config({ ...configuration, title: t.title() });
  const rules = names.map((name) => ({
    ...getRule[name](id),
    enabled: true,
    selector: { include: [{ host: [getOperation(name, paths[0] ?? '').host] }] },
  }));
  await makeRules(t, ...rules);
  const now = Math.floor((await t.now()) / 1000);
  const requestFor = async (vector: JwtVector, name: Kind): Promise<EdgeRequest> => {
    const { method, path } = vector.request;
    const operation = getOperation(name, path);
    return {
      method,
      path: `${operation.path}${path.slice(withoutQuery(path).length)}`,
      host: operation.host,
      headers: await requestHeaders(vector, vectorKeys, now),
    };
  };
  return { requestFor };
}

const withoutQuery = (path: string) => path.replace(/\?.*$/, '');

/** Sends each vector to an operation that requires a valid token, and to one that requires any token. */
const verdicts = (group: VectorGroup): Test<Id> => ({
  title: `judges ${group.title}`,
  requirements: unique([...group.vectors.map(getValidity), ...group.vectors.map(getPresence)]),
  atMost: group.level,
  run: async (t) => {
    const { requestFor } = await prepare(t, group, 'valid', 'present');
    for (const vector of group.vectors) {
      if (!concerns(t, vector)) continue;
      const { id, title, expected } = vector;
      const judge = async (host: 'valid' | 'present', admitted: boolean) => {
        const request = await requestFor(vector, host);
        const send = () => (admitted ? t.reachesOrigin(request) : t.blocked(request));
        await named(`vector ${id} (${title}), rule is_jwt_${host}`, send);
      };
      await t.check(getValidity(vector), () => judge('valid', expected.valid));
      await t.check(getPresence(vector), () => judge('present', expected.present));
    }
  },
});

/** Compares the reasons of the events about invalid vectors. */
const reasonsOfJwtVectors = (group: VectorGroup): Test<Id>[] => {
  const invalid = group.vectors.flatMap((vector) =>
    vector.expected.reason === null ? [] : [{ vector, reason: vector.expected.reason }],
  );
  if (invalid.length === 0) return [];
  return [
    {
      title: `reports the reasons of ${group.title}`,
      requirements: unique(invalid.map(({ reason }) => reasonRequirement(reason))),
      features: ['edge'],
      run: async (t) => {
        const { requestFor } = await prepare(t, group, 'logged');
        for (const { vector, reason } of invalid) {
          if (!concerns(t, vector)) continue;
          await t.check(reasonRequirement(reason), async () => {
            const request = await requestFor(vector, 'logged');
            const events = await t.events(await t.edge(request), 1);
            const found = events.flatMap((event) =>
              event.token_validation_violations.map((one) => one.reason),
            );
            equal(found, [reason], `the reasons of vector ${vector.id} (${vector.title})`);
          });
        }
      },
    },
  ];
};

/** The vectors of `fixtures/jwt`: more than four hundred requests with their verdicts. */
export const jwtVectorsSuite = defineSuite('token-validation/jwt-vectors', [
  ...vectorGroups.map(verdicts),
  ...vectorGroups.flatMap(reasonsOfJwtVectors),
]);
