import { allRequirements } from '../../../spec/requirements.ts';
import {
  type JwtVector,
  type JwtVectorConfiguration,
  type JwtVectorKeys,
  requestHeaders,
} from '../../../spec/vectors/jwt.ts';
import { classPlans } from './classes.ts';
import { dress } from './dress.ts';
import { forge } from './forge.ts';
import type { KeyStore } from './key-store.ts';
import { presentCertainty, type VectorPlan } from './plan.ts';
import { askWitnesses } from './witnesses.ts';

/** When templates are signed to ask the witnesses: any moment gives the same answers. */
export const RECORDED_AT = Date.UTC(2026, 0, 1) / 1000;

/** Makes the tokens of every plan and asks the witnesses about each vector. */
export async function buildVectors(
  keys: KeyStore,
  configurations: Readonly<Record<string, JwtVectorConfiguration>>,
): Promise<JwtVector[]> {
  const vectors: JwtVector[] = [];
  for (const { name, vectors: plansOf } of classPlans) {
    for (const [place, sketch] of plansOf(keys).entries()) {
      const plan = dress(sketch, place);
      const vector = buildVector(plan, name, keys);
      const configuration = configurations[plan.configuration];
      if (!configuration) throw new TypeError(`There is no configuration ${plan.configuration}`);
      vectors.push({ ...vector, witnesses: await testify(vector, configuration, keys) });
    }
  }
  return vectors;
}

function buildVector(plan: VectorPlan, name: JwtVector['class'], keys: KeyStore): JwtVector {
  const { id, title, configuration, requirement, expected, made, templates, leeway } = plan;
  const tokens = new Map(Object.entries(made ?? {}).map(([token, recipe]) => [token, forge(recipe, keys)]));
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, token: string) => tokens.get(token) ?? whole);
  return {
    id,
    class: name,
    title,
    requirement,
    certainty: { present: presentCertainty(plan), valid: plan.valid ?? certaintyOf(requirement) },
    configuration,
    request: {
      method: plan.method ?? 'GET',
      path: fill(plan.path ?? `/vectors/${configuration}`),
      headers: plan.headers.map(([header, value]) => [header, fill(value)]),
    },
    expected:
      expected === 'valid'
        ? { present: true, valid: true, reason: null }
        : { present: expected !== 'missing_token', valid: false, reason: expected },
    ...(leeway === undefined ? {} : { leeway }),
    ...(templates ? { templates: { ...templates } } : {}),
    ...(made ? { made: { ...made } } : {}),
    witnesses: { jose: false, 'fast-jwt': false },
  };
}

function certaintyOf(id: string): JwtVector['certainty']['valid'] {
  const requirement = allRequirements.find((each) => each.id === id);
  if (!requirement) throw new TypeError(`There is no requirement ${id}`);
  return requirement.certainty;
}

async function testify(
  vector: JwtVector,
  configuration: JwtVectorConfiguration,
  keys: JwtVectorKeys['keys'],
): Promise<JwtVector['witnesses']> {
  const headers = await requestHeaders(vector, keys, RECORDED_AT);
  return askWitnesses(configuration, headers, { now: RECORDED_AT, leeway: vector.leeway ?? 0 });
}
