import type { Feature, Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { TestContext } from './context.ts';

/**
 * What some tests have together and no others notice. Room for gateways is what those take that make two: an account
 * on the free plan has ten, its default one among them, so that eight jobs find room where one has two. Whoever makes
 * more runs alone.
 */
export type SharedThing = 'objects' | 'interpreter' | 'room for large bodies' | 'room for gateways';

/** One test, bound to the requirements that it proves. */
export interface Test<Id extends string = string> {
  /** Stable name in reports and selections; left out, it is made of the suite's name and the title. */
  readonly id?: string;
  /** A present-tense statement of what happens and when. */
  readonly title: string;
  /**
   * The requirements that hold when the test ends without a failure. Those judged by `t.check` stand here
   * too, so that the catalogue knows which test proves them.
   */
  readonly requirements: readonly Id[];
  /**
   * Requirements that it judges on the side, for the catalogue: those that hold of every refusal. A failure
   * of the test itself leaves them alone.
   */
  readonly judges?: readonly Id[];
  /** Features it needs beside those of its requirements. */
  readonly features?: readonly Feature[];
  /** The highest level that a failure of this test can have, where its requirements say more. */
  readonly atMost?: Level;
  /**
   * Whether it runs while no other test does, because others would notice it; or else what it reaches beyond its zone,
   * which one test has at a time. What reaches its account, `'account'`, has one of its own where the target makes
   * accounts, and runs alone elsewhere. So do tests that need the feature `clock`, unless they say that they run alone:
   * the clock belongs to all zones of an account.
   */
  readonly exclusive?: boolean | 'account' | SharedThing;
  /** Why it is not run at all. */
  readonly disabled?: string;
  readonly run: (t: TestContext) => Promise<void> | void;
}

/** Tests of one subject, as a value. */
export interface Suite {
  /** Service and subject: `token-validation/configurations`. */
  readonly name: string;
  readonly tests: readonly Test[];
}

type Id = KnownRequirementId;

/**
 * Declares a test that needs no more than its requirements, a title and what it does. Ids of requirements that don't
 * exist are errors of the compiler.
 *
 * @example
 * test('TV-KEY-4', 'refuses a key without a kid', async (t) => {
 *   await t.refused({ good: () => ..., bad: () => ... });
 * });
 */
export function test(requirements: Id | readonly Id[], title: string, run: Test['run']): Test<Id> {
  return { title, requirements: typeof requirements === 'string' ? [requirements] : requirements, run };
}

/** What is said once for all tests of a suite that do not say it themselves. */
type Common = Pick<Test<Id>, 'features' | 'exclusive'>;

/**
 * Declares a suite.
 *
 * @example
 * export const keysSuite = defineSuite('token-validation/keys', [
 *   test('TV-KEY-4', 'refuses a key without a kid', async (t) => { ... }),
 * ]);
 *
 * @example
 * defineSuite({ name: 'browser-rendering/cache', features: ['browser', 'pages'] }, [ ... ]);
 */
export function defineSuite(
  head: string | ({ readonly name: string } & Common),
  tests: readonly Test<Id>[],
): Suite {
  if (typeof head === 'string') return { name: head, tests };
  const { name, ...common } = head;
  return { name, tests: tests.map((one) => ({ ...common, ...one })) };
}

/** The name of a test in reports and selections. */
export function testId(suite: Suite, test: Test): string {
  return test.id ?? `${suite.name}: ${test.title}`;
}

/** The service that a suite is about, by the suite's name: its first part. */
export function getService(suite: string): string {
  return suite.split('/')[0] ?? suite;
}
