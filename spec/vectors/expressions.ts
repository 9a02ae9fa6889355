import { z } from 'zod';
import { certainties } from '../certainty.ts';
import type { RequirementId } from '../requirement.ts';
import { uuidSchema } from '../schema.ts';

/** Minimum number of vectors: in total, and for each operator and function. */
export const expressionVectorLimits = { vectors: 300, perName: 5 } as const;

/** The files of `fixtures/expressions` with vectors. */
export const expressionVectorFiles = ['operators', 'functions', 'fields', 'language', 'refused'] as const;

/** Kinds of rules, whose expressions have different functions. */
const expressionPlaces = [
  'custom_rules',
  'token_rules',
  'url_rewrite',
  'request_header_transform',
  'custom_errors',
] as const;

const id = z.string().regex(/^[a-z0-9-]+$/);

const scalar = z.union([z.string(), z.int(), z.boolean()]);
const array = z.array(z.union([z.string(), z.int()]));

/** A field as data: a map is an object, an absent field is missing. */
const fieldValue = z.union([scalar, array, z.record(z.string(), array)]);

const shared = {
  id,
  /** The operator, function, field or part of the language under test. */
  about: z.string().min(1),
  place: z.enum(expressionPlaces),
  certainty: z.enum(certainties),
  /** The requirement that it shows over HTTP, if any. */
  requirement: z.custom<RequirementId>((value) => typeof value === 'string').optional(),
  /** Its purpose, if not obvious. */
  why: z.string().optional(),
  expression: z.string(),
};

/** An expression, a request, and whether the request matches. */
const evaluationVectorSchema = z.strictObject({
  ...shared,
  fields: z.record(z.string(), fieldValue),
  /** Ids of token configurations whose token is present, and of those whose token is valid. */
  tokens: z.strictObject({ present: z.array(uuidSchema), valid: z.array(uuidSchema) }).optional(),
  result: z.boolean(),
});

/** A refused expression, and the position of its fault. */
const refusalVectorSchema = z.strictObject({
  ...shared,
  /** An accepted expression that differs only in the fault. */
  twin: z.string(),
  refused: z.strictObject({
    /** The platform's text; null for that of a library. */
    message: z.string().nullable(),
    /** Counted from 1, in characters. */
    line: z.int().min(1),
    column: z.int().min(1),
  }),
});

export const expressionVectorSchema = z.union([evaluationVectorSchema, refusalVectorSchema]);

export type ExpressionField = z.infer<typeof fieldValue>;
export type EvaluationVector = z.infer<typeof evaluationVectorSchema>;
export type RefusalVector = z.infer<typeof refusalVectorSchema>;
export type ExpressionVector = EvaluationVector | RefusalVector;

/** Whether a vector is about a refused expression. */
export function isRefusal(vector: ExpressionVector): vector is RefusalVector {
  return 'refused' in vector;
}

/**
 * Faults between vectors: a repeated id, one request with two verdicts, and an expression that is both refused and
 * evaluated, or its own twin.
 *
 * @example
 * lintExpressionVectors(vectors) // ['eq-1 and eq-2 contradict each other']
 */
export function lintExpressionVectors(vectors: readonly ExpressionVector[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const questions = new Map<string, EvaluationVector>();
  const accepted = new Map<string, string>();
  for (const vector of vectors) {
    if (ids.has(vector.id)) faults.push(`${vector.id} stands twice`);
    ids.add(vector.id);
    if (isRefusal(vector)) {
      if (vector.twin === vector.expression) faults.push(`${vector.id} is its own twin`);
      accepted.set(`${vector.place} ${vector.twin}`, vector.id);
      continue;
    }
    accepted.set(`${vector.place} ${vector.expression}`, vector.id);
    const { place, expression, fields, tokens } = vector;
    const question = JSON.stringify([place, expression, sorted(fields), tokens]);
    const other = questions.get(question);
    if (other) {
      const agree = other.result === vector.result;
      faults.push(`${other.id} and ${vector.id} ${agree ? 'are the same' : 'contradict each other'}`);
    }
    questions.set(question, vector);
  }
  for (const vector of vectors.filter(isRefusal)) {
    const other = accepted.get(`${vector.place} ${vector.expression}`);
    if (other !== undefined) faults.push(`${other} accepts what ${vector.id} refuses`);
  }
  return faults;
}

const sorted = (fields: EvaluationVector['fields']) =>
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
