import { type BodyInput, type Contract, contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import type { Feature, Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { TestContext } from '../harness/context.ts';
import { lower } from '../harness/levels.ts';
import type { NegativeCase } from '../harness/negative-cases.ts';
import type { Test } from '../harness/suite.ts';

/** The input of a test of faulty bodies. */
export interface Prepared {
  readonly params: Readonly<Record<string, string>>;
  /** Headers that the operation needs. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that the target accepts, with the recipe's `shape`. */
  readonly body: unknown;
  /** Reads the state that a refusal must not change. */
  readonly snapshot: () => Promise<unknown>;
}

type Fault = Pick<NegativeCase, 'pointer' | 'kind'>;

/** How to send faulty bodies to one operation. */
export interface FaultRecipe {
  readonly operation: OperationId;
  /** Features that the operation needs. */
  readonly features?: readonly Feature[];
  /** What it affects beyond the zone of the test, as in `Test`. */
  readonly exclusive?: Test['exclusive'];
  /** Whether the valid request changes nothing, so that tests with the same request share one answer. */
  readonly shared?: boolean;
  /** Whether a second request with the same prepared body is refused as a duplicate, so that each needs its own. */
  readonly unique?: boolean;
  /** A body with every member that can be faulty; determines the tests. */
  readonly shape: unknown;
  readonly prepare: (t: TestContext) => Promise<Prepared>;
  /**
   * The requirement for refusals of an operation with its own error shape; by default they are envelopes.
   */
  readonly requirement?: KnownRequirementId;
  /** The level of a fault that is accepted. */
  readonly getLevel: (fault: Fault) => Level;
}

/** Checks a recipe's shape against the body of its operation. */
export function recipe<Id extends OperationId>(
  operation: Id,
  rest: Omit<FaultRecipe, 'operation' | 'shape' | 'getLevel'> & {
    readonly shape: BodyInput<Contract[Id]>;
    readonly getLevel?: FaultRecipe['getLevel'];
  },
): FaultRecipe {
  const { certainty }: Endpoint = contract[operation];
  const ceiling: Level = certainty === 'seed' ? 'must' : certainty === 'documented' ? 'should' : 'may';
  const getLevel = rest.getLevel ?? (() => ceiling);
  return { ...rest, operation, getLevel: (fault) => lower(getLevel(fault), ceiling) };
}

/** Whether a fault is one of presence or JSON type. */
const isShape = ({ kind }: Fault) => kind === 'missing' || kind === 'type' || kind === 'null';

const lengths = /\/(?:title|description)$/;

/**
 * Levels of faults in a configuration and its keys: seed token-validation, Token configuration and JSON
 * Web Key. A faulty key may also be dropped instead of refused.
 */
export function configurationFault(fault: Fault): Level {
  const { pointer, kind } = fault;
  if (/\/keys\/\d+(?:\/|$)/.test(pointer)) return 'may';
  if (isShape(fault)) return 'must';
  if (kind === 'too long' && lengths.test(pointer)) return 'must';
  if (pointer === '/token_sources' || pointer === '/token_type') return 'must';
  return pointer.endsWith('/keys') && kind === 'too few' ? 'may' : 'should';
}

/**
 * Levels of faults in a rule: seed token-validation, Token validation rule; cloudflare-typescript, Token
 * validation and Cloudflare API reference, Token validation.
 */
export function ruleFault(fault: Fault): Level {
  const { pointer, kind } = fault;
  const member = pointer.replace(/^\/\d+/, '');
  if (member === '/id') return isShape(fault) ? 'must' : 'should';
  // The seed does not say which members a rule needs, and null may mean an omitted one.
  if (kind === 'missing' || kind === 'null') return 'should';
  if (kind === 'type') {
    return /^(?:|\/(?:title|description|action|enabled|expression|selector(?:\/(?:include|exclude))?))$/.test(
      member,
    )
      ? 'must'
      : 'should';
  }
  if (kind === 'too long' && lengths.test(member)) return 'must';
  if (member === '/action') return 'must';
  return member === '' ? 'may' : 'should';
}

/** Levels of faults in a selector outside of a rule. */
export function selectorFault(fault: Fault): Level {
  return ruleFault({ ...fault, pointer: `/selector${fault.pointer}` });
}
