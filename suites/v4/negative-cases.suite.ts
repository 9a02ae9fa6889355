import { contract, rootPath } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import type { Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { HarnessError } from '../harness/errors.ts';
import { type BodyCases, bodyCases, type NegativeCase } from '../harness/negative-cases.ts';
import { runMark } from '../harness/resources.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { isBound } from './bounds.suite.ts';
import { faultRecipes } from './fault-recipes.ts';
import type { FaultRecipe } from './faults.ts';

function bodySchema({ operation }: FaultRecipe) {
  const endpoint: Endpoint = contract[operation];
  if (!endpoint.body) throw new HarnessError('recipe', `${operation} takes no body`);
  return endpoint.body;
}

function label({ operation }: FaultRecipe): string {
  const endpoint: Endpoint = contract[operation];
  return `${endpoint.method} ${rootPath(endpoint)}`;
}

/** The faults of one member with the same level. */
interface FaultGroup {
  readonly pointer: string;
  readonly level: Level;
}

function groups(recipe: FaultRecipe, cases: BodyCases): FaultGroup[] {
  const faults = unclaimed(recipe, cases, recipe.shape).map((fault) => group(recipe, fault));
  return faults.filter((one, index) => faults.findIndex((other) => isSame(one, other)) === index);
}

/** Faults that no bound covers. */
const unclaimed = ({ operation }: FaultRecipe, cases: BodyCases, body: unknown) =>
  cases.negative(body).filter((fault) => !isBound(operation, fault));

const group = (recipe: FaultRecipe, fault: NegativeCase): FaultGroup => ({
  pointer: fault.pointer,
  level: fault.isAbsence ? 'may' : recipe.getLevel(fault),
});

const isSame = (a: FaultGroup, b: FaultGroup) => a.pointer === b.pointer && a.level === b.level;

/** One test per member and level: refuses every fault without changing anything. */
function refusalTests(recipe: FaultRecipe, cases: BodyCases): Test<KnownRequirementId>[] {
  return groups(recipe, cases).map((wanted) => ({
    title: `${label(recipe)} refuses faults (${wanted.level}) at ${wanted.pointer || 'the body'}`,
    requirements: [recipe.requirement ?? 'V4-ENV-7'],
    judges: recipe.requirement
      ? ['V4-ENV-9', 'V4-ENV-21']
      : ['V4-ENV-8', 'V4-ENV-9', 'V4-ENV-18', 'V4-ENV-19', 'V4-ENV-21'],
    atMost: wanted.level,
    ...(recipe.features ? { features: recipe.features } : {}),
    ...(recipe.exclusive ? { exclusive: recipe.exclusive } : {}),
    run: async (t) => {
      const { params, headers = {}, body, snapshot } = await recipe.prepare(t);
      const send = (faulty: unknown) => t.ask(recipe.operation, { params, headers, body: faulty });
      const faults = unclaimed(recipe, cases, body).filter((fault) => isSame(group(recipe, fault), wanted));
      if (faults.length === 0) t.skip(`the target has no way to make what ${wanted.pointer} names`);
      await t.refused({
        good: () => send(body),
        ...(recipe.shared ? { shared: true } : {}),
        bad: faults.map(({ what, pointer, body: faulty }) => ({
          what,
          ...(recipe.requirement ? { shape: 'own' as const } : { pointer }),
          send: () => send(faulty),
        })),
        snapshot,
      });
    },
  }));
}

/** Titles and descriptions with exactly the allowed number of code points, all outside of the basic plane. */
function acceptanceTests(recipe: FaultRecipe, cases: BodyCases): Test<KnownRequirementId>[] {
  const isProse = ({ pointer }: { pointer: string }) => /\/(?:title|description)$/.test(pointer);
  return cases
    .positive(recipe.shape, runMark('000000'))
    .filter(isProse)
    .map(({ pointer }) => ({
      title: `${label(recipe)} counts ${pointer} in code points`,
      requirements: ['V4-ENV-6'],
      atMost: 'may',
      run: async (t) => {
        const { params, headers = {}, body } = await recipe.prepare(t);
        const longest = cases.positive(body, runMark(t.run)).find((one) => one.pointer === pointer);
        if (!longest) throw new HarnessError('recipe', `${recipe.operation} has no ${pointer}`);
        const reply = await t.ask(recipe.operation, { params, headers, body: longest.body });
        t.expectSuccess(reply, longest.what);
      },
    }));
}

/** Faulty bodies for every operation, generated from the contract. */
export const negativeCasesSuite = defineSuite(
  'v4/negative-cases',
  faultRecipes.flatMap((recipe) => {
    const cases = bodyCases(bodySchema(recipe));
    return [...acceptanceTests(recipe, cases), ...refusalTests(recipe, cases)];
  }),
);
