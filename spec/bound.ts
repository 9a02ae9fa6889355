import type { OperationId } from './contract.ts';
import { branches, type JsonSchema } from './member-schema.ts';

/** Why a member of a body is refused. `type` includes null if the contract does not allow null. */
export type RefusedKind =
  | 'missing'
  | 'type'
  | 'null'
  | 'not allowed'
  | 'format'
  | 'too long'
  | 'too short'
  | 'too many'
  | 'too few'
  | 'too small'
  | 'too large';

/** Values just within the contract: a string, a list or a number at its limit, or an allowed value. */
type AcceptedKind = 'longest' | 'most' | 'fewest' | 'smallest' | 'largest' | 'allowed';

const acceptedKinds: readonly string[] = [
  'longest',
  'most',
  'fewest',
  'smallest',
  'largest',
  'allowed',
] satisfies AcceptedKind[];

export type BoundKind = RefusedKind | AcceptedKind;

/** One side of one bound of a member in the body of an operation, from the contract. */
export interface Bound {
  readonly operation: OperationId;
  /** One kind, or several that share one sentence. */
  readonly kinds: readonly BoundKind[];
  /** JSON pointers to the member in a body of the operation, or to several; empty for the body itself. */
  readonly pointers: readonly string[];
  /** Values for `allowed`; for other kinds further wrong values in addition to those of the schema. */
  readonly values: readonly unknown[];
  /** Whether the valid twin has an ordinary value because one at the bound costs too much. */
  readonly usual: boolean;
  /** The status of the refusal, if the sentence names one. */
  readonly status?: number;
}

/** Whether a bound is about a value that must be accepted. */
export function isAccepted({ kinds }: Bound): boolean {
  return kinds.some((kind) => acceptedKinds.includes(kind));
}

/** The limit that a schema sets with a keyword. */
export function getLimit(schema: JsonSchema, keyword: string): number {
  const limits = branches(schema).flatMap((branch) => {
    const limit = branch[keyword];
    return typeof limit === 'number' ? [limit] : [];
  });
  if (limits[0] === undefined) throw new RangeError(`the schema has no ${keyword}`);
  return limits[0];
}
