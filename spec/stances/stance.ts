import { z } from 'zod';
import type { Certainty } from '../certainty.ts';
import type { OperationId } from '../contract.ts';
import type { FailureName } from '../errors.ts';

/** The possible answers to a question. */
export type StanceValue = string | number | boolean;

/**
 * How a switch changes the mock: the status of a success, or the status or code of a refusal, which one place changes
 * for all operations; or `behaviour`, which the deciding code reads.
 */
export type Switch =
  | { readonly success: OperationId }
  | { readonly refusal: FailureName; readonly member: 'status' | 'code' }
  | 'behaviour';

/** One question that the documents leave open, and the answer of the mock. */
export interface Stance<V extends StanceValue = StanceValue> {
  /** The question as one plain sentence; a value answers it. */
  readonly question: string;
  readonly values: z.ZodType<V>;
  /** The default answer of the mock. */
  readonly mock: V;
  /** Certainty of the default; `inferred` if absent. */
  readonly basis?: Certainty;
  /** The decision record: its number, and the heading in it. */
  readonly record: { readonly number: number; readonly heading: string };
  /** Absent for a question that is not a switch. */
  readonly switch?: Switch;
}

const status = z.int('must be an HTTP status').min(100, 'must be an HTTP status').max(599);
const code = z.int('must be a code of an error').min(0);
const count = z.int('must be a whole number').min(1);

type Question<V extends StanceValue> = Omit<Stance<V>, 'record' | 'values'>;

/**
 * Declares the questions of one heading of a decision record.
 *
 * @example
 * under(3, 'Rules').choice(['last', 'first'], { question: 'Where does a new rule stand?', mock: 'last', switch: 'behaviour' })
 */
export function under(number: number, heading: string) {
  const record = { number, heading };
  return {
    /** One of several words. */
    choice: <const V extends string>(words: readonly V[], question: Question<V>): Stance<V> => ({
      ...question,
      record,
      values: z.enum(words),
    }),
    yesOrNo: (question: Question<boolean>): Stance<boolean> => ({ ...question, record, values: z.boolean() }),
    status: (question: Question<number>): Stance<number> => ({ ...question, record, values: status }),
    code: (question: Question<number>): Stance<number> => ({ ...question, record, values: code }),
    /** A number of records, seconds or tokens. */
    count: (question: Question<number>): Stance<number> => ({ ...question, record, values: count }),
    /** One of several numbers. */
    number: <const V extends number>(numbers: readonly V[], question: Question<V>): Stance<V> => ({
      ...question,
      record,
      values: z.literal(numbers),
    }),
  };
}
