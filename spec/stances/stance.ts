import { z } from 'zod';
import type { Certainty } from '../certainty.ts';
import type { OperationId } from '../contract.ts';
import type { FailureName } from '../errors.ts';

/** What the answer to a question can be. */
export type StanceValue = string | number | boolean;

/**
 * How the mock is told to do otherwise: the status of a success, or the status or code of a refusal, which one place
 * changes for all operations; or `behaviour`, where the decision itself is made.
 */
export type Switch =
  | { readonly success: OperationId }
  | { readonly refusal: FailureName; readonly member: 'status' | 'code' }
  | 'behaviour';

/** One thing that the documents leave open, and what the mock does there. */
export interface Stance<V extends StanceValue = StanceValue> {
  /** One plain sentence, which one of the values answers. */
  readonly question: string;
  readonly values: z.ZodType<V>;
  /** What the mock does by itself. */
  readonly mock: V;
  /** How sure that is; `inferred` where left out. */
  readonly basis?: Certainty;
  /** The decision record that has it: its number, and the heading there. */
  readonly record: { readonly number: number; readonly heading: string };
  /** Left out for a question whose answer changes nothing of the mock. */
  readonly switch?: Switch;
}

const status = z.int('must be an HTTP status').min(100, 'must be an HTTP status').max(599);
const code = z.int('must be a code of an error').min(0);
const count = z.int('must be a whole number').min(1);

type Told<V extends StanceValue> = Omit<Stance<V>, 'record' | 'values'>;

/**
 * Declares what stands under one heading of a decision record.
 *
 * @example
 * under(3, 'Rules').choice(['last', 'first'], { question: 'Where does a new rule stand?', mock: 'last', switch: 'behaviour' })
 */
export function under(number: number, heading: string) {
  const record = { number, heading };
  return {
    /** One of several words. */
    choice: <const V extends string>(words: readonly V[], told: Told<V>): Stance<V> => ({
      ...told,
      record,
      values: z.enum(words),
    }),
    yesOrNo: (told: Told<boolean>): Stance<boolean> => ({ ...told, record, values: z.boolean() }),
    status: (told: Told<number>): Stance<number> => ({ ...told, record, values: status }),
    code: (told: Told<number>): Stance<number> => ({ ...told, record, values: code }),
    /** How many: records, seconds, tokens. */
    count: (told: Told<number>): Stance<number> => ({ ...told, record, values: count }),
    /** One of several numbers. */
    number: <const V extends number>(numbers: readonly V[], told: Told<V>): Stance<V> => ({
      ...told,
      record,
      values: z.literal(numbers),
    }),
  };
}
