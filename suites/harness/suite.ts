import type { Feature, Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { TestContext } from './context.ts';

/**
 * Resources that some tests share and others do not use. `room for gateways` is for tests that create two: an account
 * on the free plan has ten, including the default one, so eight jobs fit if only one of them creates two. A test that
 * creates more runs alone.
 */
export type SharedThing = 'objects' | 'interpreter' | 'room for large bodies' | 'room for gateways';

/** One test, bound to the requirements that it proves. */
export interface Test<Id extends string = string> {
  /** Stable name in reports and selections; by default made of the suite's name and the title. */
  readonly id?: string;
  /** A statement in the present tense: what happens, and when. */
  readonly title: string;
  /**
   * The requirements that hold when the test ends without a failure. Includes those of `t.check`, so that the catalogue
   * knows which test covers them.
   */
  readonly requirements: readonly Id[];
  /**
   * Requirements that the test also checks, for the catalogue: those of every refusal. A failure of the test itself
   * does not fail them.
   */
  readonly judges?: readonly Id[];
  /** Features that it needs in addition to those of its requirements. */
  readonly features?: readonly Feature[];
  /** The highest level that a failure of this test can have, if its requirements have a higher one. */
  readonly atMost?: Level;
  /**
   * `true` if the test runs alone, because it would affect others. A shared resource if it uses one, which one test has
   * at a time. `'account'` if it affects its account: it gets an account of its own where the target can create one,
   * and runs alone elsewhere. Tests that need the feature `clock` do too, unless they run alone: all zones of an
   * account share the clock.
   */
  readonly exclusive?: boolean | 'account' | SharedThing;
  /** Why the test never runs. */
  readonly disabled?: string;
  readonly run: (t: TestContext) => Promise<void> | void;
}

/** Tests of one subject. */
export interface Suite {
  /** Service and subject: `token-validation/configurations`. */
  readonly name: string;
  readonly tests: readonly Test[];
}

type Id = KnownRequirementId;

/**
 * Declares a test with only requirements, a title and a function. The compiler rejects ids of requirements that don't
 * exist.
 *
 * @example
 * test('TV-KEY-4', 'refuses a key without a kid', async (t) => {
 *   await t.refused({ good: () => ..., bad: () => ... });
 * });
 */
export function test(requirements: Id | readonly Id[], title: string, run: Test['run']): Test<Id> {
  return { title, requirements: typeof requirements === 'string' ? [requirements] : requirements, run };
}

/** Defaults for all tests of a suite. */
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

/** The service of a suite: the first part of its name. */
export function getService(suite: string): string {
  return suite.split('/')[0] ?? suite;
}
