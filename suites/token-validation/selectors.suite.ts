import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RuleBody } from '../harness/creation.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { createRules, makeRule } from './requests.ts';

type Id = KnownRequirementId;
type Selector = RuleBody['selector'];

const send = (t: TestContext, selector: unknown) => createRules(t, [{ ...t.ruleBody(), selector }]);

/** Selectors that are accepted and come back as they were sent. */
const accepted: readonly (readonly [
  what: string,
  id: Id,
  selector: (t: TestContext) => Promise<Selector>,
])[] = [
  [
    'several hosts in one item of include',
    'TV-SEL-12',
    async (t) => ({ include: [{ host: [t.host('a'), t.host('b'), t.host('c')] }], exclude: [] }),
  ],
  [
    'several operations in one item of exclude',
    'TV-SEL-13',
    async (t) => {
      const first = await t.operation({ endpoint: t.path('/login') });
      const second = await t.operation({ endpoint: t.path('/refresh') });
      return {
        include: [{ host: [t.host()] }],
        exclude: [{ operation_ids: [first.operation_id, second.operation_id] }],
      };
    },
  ],
  ['an empty selector', 'TV-SEL-14', async () => ({})],
  ['an include that is null', 'TV-SEL-15', async () => ({ include: null, exclude: [] })],
  ['an exclude that is null', 'TV-SEL-16', async (t) => ({ include: [{ host: [t.host()] }], exclude: null })],
];

/** Selectors that are refused, and where their fault is. */
const refused: readonly {
  readonly id: Id;
  readonly title: string;
  readonly faults: (t: TestContext) => Readonly<Record<string, readonly unknown[]>>;
}[] = [
  {
    id: 'TV-SEL-10',
    title: 'refuses an include that is no list of hosts',
    faults: (t) => ({
      '/include': [t.host(), 42, { host: [t.host()] }],
      '/include/0': [[t.host()], [42]],
      '/include/0/host': [[{}], [{ hosts: [t.host()] }], [{ operation_ids: [crypto.randomUUID()] }]],
    }),
  },
  {
    id: 'TV-SEL-11',
    title: 'refuses an exclude that is no list of operations',
    faults: () => ({
      '/exclude': [crypto.randomUUID(), 42, { operation_ids: [crypto.randomUUID()] }],
      '/exclude/0': [[crypto.randomUUID()], [42]],
      '/exclude/0/operation_ids': [
        [{}],
        [{ operations: [crypto.randomUUID()] }],
        [{ host: ['example.com'] }],
      ],
    }),
  },
];

/** Selectors of rules, as they are saved. What they select is shown by previews and at the edge. */
export const selectorsSuite = defineSuite({
  name: 'token-validation/selectors',
  tests: [
    ...accepted.map(
      ([what, id, makeSelector]): Test<Id> => ({
        title: `accepts ${what}`,
        requirements: [id],
        run: async (t) => {
          const selector = await makeSelector(t);
          equal((await makeRule(t, { selector })).selector, selector, 'the selector of the rule');
        },
      }),
    ),
    ...refused.map(
      ({ id, title, faults }): Test<Id> => ({
        title,
        requirements: [id],
        run: async (t) => {
          const operation = await t.operation();
          const good = {
            include: [{ host: [t.host()] }],
            exclude: [{ operation_ids: [operation.operation_id] }],
          };
          const bad = Object.entries(faults(t)).flatMap(([pointer, values]) => {
            const member = pointer.split('/')[1] ?? '';
            return values.map((value) => ({
              what: `with ${member} ${JSON.stringify(value)}`,
              send: () => send(t, { ...good, [member]: value }),
              pointer: `/0/selector${pointer}`,
            }));
          });
          await t.refused({ good: () => send(t, good), bad, snapshot: () => t.snapshot('rule') });
        },
      }),
    ),
  ],
});
