import fieldsFile from '../../fixtures/expressions/fields.json' with { type: 'json' };
import functionsFile from '../../fixtures/expressions/functions.json' with { type: 'json' };
import languageFile from '../../fixtures/expressions/language.json' with { type: 'json' };
import operatorsFile from '../../fixtures/expressions/operators.json' with { type: 'json' };
import refusedFile from '../../fixtures/expressions/refused.json' with { type: 'json' };
import { type KnownRequirementId, requirementById } from '../../spec/requirements.ts';
import {
  type EvaluationVector,
  type ExpressionVector,
  expressionVectorSchema,
  isRefusal,
  type RefusalVector,
} from '../../spec/vectors/expressions.ts';
import { HarnessError } from '../harness/errors.ts';
import { requestOf, type VectorRequest } from './vector-request.ts';

const files = [operatorsFile, functionsFile, fieldsFile, languageFile, refusedFile];

/** The vectors of custom rules: those that can be shown over HTTP. */
const vectors: readonly ExpressionVector[] = files
  .flatMap((file) => expressionVectorSchema.array().parse(file))
  .filter(({ place }) => place === 'custom_rules');

/** Expressions that custom rules refuse. */
export const refusedVectors: readonly RefusalVector[] = vectors.filter(isRefusal);

/** A vector that can be sent as a request, and that request. */
export interface SendableVector extends EvaluationVector {
  readonly request: VectorRequest;
}

/** Expressions that are true or false of a request that anybody can send. */
export const sendableVectors: readonly SendableVector[] = vectors.flatMap((vector) => {
  if (isRefusal(vector)) return [];
  const request = requestOf(vector);
  return request ? [{ ...vector, request }] : [];
});

/** Vectors by the requirement that they show, in the order of the requirements; others by the fallback. */
export function byRequirement<V extends ExpressionVector>(
  all: readonly V[],
  fallback?: KnownRequirementId,
): readonly (readonly [KnownRequirementId, readonly V[]])[] {
  const groups = new Map<KnownRequirementId, V[]>();
  for (const vector of all) {
    const id = vector.requirement ?? fallback;
    if (id === undefined) continue;
    if (!requirementById(id)) throw new HarnessError('vectors', `${vector.id}: there is no ${id}`);
    const known = id as KnownRequirementId; // looked up in the line above
    const group = groups.get(known);
    if (group) group.push(vector);
    else groups.set(known, [vector]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}
