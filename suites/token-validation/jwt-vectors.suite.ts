import type { KnownRequirementId } from '../../spec/requirements.ts';
import { type JwtVector, requestHeaders } from '../../spec/vectors/jwt.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RuleBody } from '../harness/creation.ts';
import type { EdgeRequest } from '../harness/edge.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { isJwtPresent, isJwtValid, named } from './guard.ts';
import {
  presenceOf,
  reasonRequirement,
  type VectorGroup,
  validityOf,
  vectorGroups,
  vectorKeys,
} from './jwt-vectors.ts';
import { makeRules } from './requests.ts';

type Id = KnownRequirementId;

const unique = (ids: readonly Id[]): Id[] => [...new Set(ids)];

/** Whether the verdict of a vector is one about a target with this leeway. */
const concerns = (t: TestContext, { leeway }: JwtVector) =>
  leeway === undefined || leeway === (t.has('leeway') ? 60 : 0);

type Kind = 'valid' | 'present' | 'logged';

/** Rules that tell what becomes of a token, each on a host of its own. */
const ruleOf: Readonly<Record<Kind, (id: string) => Pick<RuleBody, 'action' | 'expression'>>> = {
  valid: (id) => ({ action: 'block', expression: isJwtValid(id) }),
  present: (id) => ({ action: 'block', expression: isJwtPresent(id) }),
  logged: (id) => ({ action: 'log', expression: isJwtValid(id) }),
};

/** A configuration of the vectors, with operations on the hosts that are named and the rule of each. */
async function prepare(t: TestContext, { configuration, vectors }: VectorGroup, ...names: Kind[]) {
  const hosts = { valid: t.host('valid'), present: t.host('present'), logged: t.host('logged') };
  const paths = new Set(vectors.map(({ request }) => pathOf(t, request).replace(/\?.*$/, '')));
  for (const endpoint of paths) {
    for (const name of names) await t.operation({ host: hosts[name], endpoint });
  }
  const { id } = await t.config({ ...configuration, title: t.title() });
  const rules = names.map((name) => ({
    ...ruleOf[name](id),
    enabled: true,
    selector: { include: [{ host: [hosts[name]] }] },
  }));
  await makeRules(t, ...rules);
  const now = Math.floor((await t.now()) / 1000);
  const requestFor = async (vector: JwtVector, host: Kind): Promise<EdgeRequest> => ({
    method: vector.request.method,
    path: pathOf(t, vector.request),
    host: hosts[host],
    headers: await requestHeaders(vector, vectorKeys, now),
  });
  return { requestFor };
}

const pathOf = (t: TestContext, { path }: JwtVector['request']) => t.path(path);

/** Sends each vector to an operation that asks for a valid token, and to one that asks for any. */
const verdicts = (group: VectorGroup): Test<Id> => ({
  title: `judges ${group.title}`,
  requirements: unique([...group.vectors.map(validityOf), ...group.vectors.map(presenceOf)]),
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
      await t.check(validityOf(vector), () => judge('valid', expected.valid));
      await t.check(presenceOf(vector), () => judge('present', expected.present));
    }
  },
});

/** Compares the reasons of the events about vectors that are not valid. */
const reasons = (group: VectorGroup): Test<Id>[] => {
  const invalid = group.vectors.flatMap((vector) =>
    vector.expected.reason === null ? [] : [{ vector, reason: vector.expected.reason }],
  );
  if (invalid.length === 0) return [];
  return [
    {
      title: `gives the reasons of ${group.title}`,
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
export const jwtVectorsSuite = defineSuite({
  name: 'token-validation/jwt-vectors',
  tests: [...vectorGroups.map(verdicts), ...vectorGroups.flatMap(reasons)],
});
