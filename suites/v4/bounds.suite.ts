import { type Bound, getLimit, isAccepted } from '../../spec/bound.ts';
import { contract } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { inputSchema, memberSchema, valueAt, withValueAt } from '../../spec/member-schema.ts';
import type { Level } from '../../spec/requirement.ts';
import { allRequirements, type KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { HarnessError } from '../harness/errors.ts';
import { bodyCases, type NegativeCase } from '../harness/negative-cases.ts';
import { runMark } from '../harness/resources.ts';
import { defineSuite, type Suite, type Test } from '../harness/suite.ts';
import { boundRecipes, faultRecipes } from './fault-recipes.ts';
import type { FaultRecipe, Prepared } from './faults.ts';

interface BoundRequirement {
  readonly id: KnownRequirementId;
  readonly sentence: string;
  readonly level: Level;
  readonly bound: Bound;
}

/** Every requirement from the contract. */
export const boundRequirements: readonly BoundRequirement[] = allRequirements.flatMap(
  ({ id, sentence, level, bound }) => (bound ? [{ id, sentence, level, bound }] : []),
);

/** The recipe for valid requests of an operation: the first one with the bounded member. */
export function toRecipe({ operation, pointers: [pointer = ''] }: Bound): FaultRecipe {
  const recipes = [...boundRecipes, ...faultRecipes].filter((recipe) => recipe.operation === operation);
  const found = recipes.find(({ shape }) => valueAt(shape, pointer) !== undefined) ?? recipes[0];
  if (!found) throw new HarnessError('recipe', `${operation} has bounds and no recipe`);
  return found;
}

function toSchema({ operation }: Bound) {
  const { body }: Endpoint = contract[operation];
  if (!body) throw new HarnessError('recipe', `${operation} takes no body`);
  return body;
}

/** Valid values of a member at its bound; empty for bounds of other kinds. */
function valuesAtBound(bound: Bound, body: unknown, mark: string): readonly unknown[] {
  const { kinds, pointers, values, usual } = bound;
  const [pointer = ''] = pointers;
  if (usual) return [];
  const schema = memberSchema(inputSchema(toSchema(bound)), pointer);
  const limit = (keyword: string) => getLimit(schema, keyword);
  // One character that is two bytes of UTF-8 counts as one everywhere else.
  const filled = (length: number, fill: string) =>
    mark.length > length ? fill.repeat(length) : mark + fill.repeat(length - mark.length);
  const items = (length: number) => {
    const list = valueAt(body, pointer);
    if (!Array.isArray(list)) throw new HarnessError('recipe', `${pointer} is not a list in the recipe`);
    return Array.from({ length }, (_, index) => list[index % list.length]);
  };
  switch (kinds[0]) {
    case 'longest':
    case 'too long':
      return ['x', 'é'].map((fill) => filled(limit('maxLength'), fill));
    case 'most':
    case 'too many':
      return [items(limit('maxItems'))];
    case 'fewest':
      return [items(limit('minItems'))];
    case 'smallest':
    case 'too small':
      return [limit('minimum')];
    case 'largest':
    case 'too large':
      return [limit('maximum')];
    case 'allowed':
      return values;
    default:
      return [];
  }
}

/** All faults in a body that a bound refuses. */
function getFaults(bound: Bound, body: unknown) {
  const { kinds, pointers, values } = bound;
  const [first = ''] = pointers;
  const made = bodyCases(toSchema(bound))
    .negative(body)
    .filter((one) => isClaimedBy(one, bound));
  const given = values.map((value) => ({
    pointer: first,
    what: `with ${first || 'a body'} ${show(value)}`,
    body: withValueAt(body, first, value),
  }));
  if (made.length + given.length === 0) {
    throw new HarnessError('recipe', `${bound.operation} makes no body with ${first} ${kinds.join(', ')}`);
  }
  return [...made, ...given];
}

type FaultOfMember = Pick<NegativeCase, 'pointer' | 'kind' | 'isAbsence'>;

/**
 * Whether a generated fault belongs to a bound. Null equals a missing member, so it belongs to the bound that forbids a
 * missing member; without one, to the bound of the type.
 */
function isClaimedBy(fault: FaultOfMember, { operation, kinds, pointers }: Bound): boolean {
  const { kind, pointer, isAbsence = false } = fault;
  if (!pointers.includes(pointer)) return false;
  if (kinds.includes(kind)) return true;
  if (kind !== 'null' || isAbsence) return false;
  const mayBeMissing = !boundRequirements.some(
    ({ bound }) =>
      bound.operation === operation && bound.kinds.includes('missing') && bound.pointers.includes(pointer),
  );
  return kinds.includes(mayBeMissing ? 'type' : 'missing');
}

/** Whether a bound covers a generated fault. */
export function isBound(operation: string, fault: FaultOfMember): boolean {
  return boundRequirements.some(({ bound }) => bound.operation === operation && isClaimedBy(fault, bound));
}

/** Accepts every value at the bound, and returns it if the answer has the member. */
async function accepts(t: TestContext, bound: Bound, recipe: FaultRecipe): Promise<void> {
  const { operation } = bound;
  const [pointer = ''] = bound.pointers;
  const mark = runMark(t.run);
  const values = valuesAtBound(bound, recipe.shape, mark);
  for (const index of values.keys()) {
    const { params, headers = {}, body } = await recipe.prepare(t);
    const value = valuesAtBound(bound, body, mark)[index];
    const sent = withValueAt(body, pointer, value);
    const reply = await t.ask(operation, { params, headers, body: sent });
    t.expectSuccess(reply, `a request with ${pointer} ${show(value)}`);
    const answered = isObject(reply.body) ? valueAt(reply.body['result'], pointer) : undefined;
    if (!bound.kinds.includes('allowed') && answered !== undefined)
      equal(answered, value, `result${pointer}`);
  }
}

/** Refuses every fault without changing anything; the valid twin is at the bound. */
async function refuses(t: TestContext, bound: Bound, recipe: FaultRecipe): Promise<void> {
  const { operation } = bound;
  const [first = ''] = bound.pointers;
  const send = ({ params, headers = {} }: Prepared, body: unknown) =>
    t.ask(operation, { params, headers, body });
  const atBound = (body: unknown) => {
    const [value] = valuesAtBound(bound, body, runMark(t.run));
    return value === undefined ? body : withValueAt(body, first, value);
  };
  const prepared = await recipe.prepare(t);
  if (valueAt(recipe.shape, first) !== undefined && valueAt(prepared.body, first) === undefined) {
    t.skip(`the target has no way to make what ${first} names`);
  }
  await t.refused({
    good: () => send(prepared, atBound(prepared.body)),
    ...(recipe.shared ? { shared: true } : {}),
    ...(bound.status === undefined ? {} : { status: bound.status }),
    bad: getFaults(bound, prepared.body).map(({ what, pointer, body }, index) => ({
      what,
      ...(recipe.requirement ? { shape: 'own' as const } : { pointer }),
      send: async () => {
        if (!recipe.unique) return send(prepared, body);
        const fresh = await recipe.prepare(t);
        return send(prepared, getFaults(bound, fresh.body)[index]?.body);
      },
    })),
    snapshot: prepared.snapshot,
  });
}

function getTest({ id, sentence, level, bound }: BoundRequirement): Test<KnownRequirementId> {
  const recipe = toRecipe(bound);
  const accepted = isAccepted(bound);
  return {
    title: sentence.replace(/\.$/, ''),
    requirements: [id],
    // Only a refusal counts here; other requirements cover its form.
    atMost: level,
    ...(accepted
      ? {}
      : {
          judges: recipe.requirement
            ? ['V4-ENV-9', 'V4-ENV-21']
            : ['V4-ENV-8', 'V4-ENV-9', 'V4-ENV-18', 'V4-ENV-19', 'V4-ENV-21'],
        }),
    ...(recipe.features ? { features: recipe.features } : {}),
    ...(recipe.exclusive ? { exclusive: recipe.exclusive } : {}),
    run: (t) => (accepted ? accepts : refuses)(t, bound, recipe),
  };
}

/** One suite per service: tests of each bound from both sides, generated from the contract. */
export const boundSuites: readonly Suite[] = [
  ...Map.groupBy(boundRequirements, ({ bound }) => bound.operation.split('.')[0] ?? ''),
].map(([service, list]) => defineSuite(`${service}/bounds`, list.map(getTest)));
