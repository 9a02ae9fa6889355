import type { OperationId } from './contract.ts';
import { branches, type JsonSchema } from './member-schema.ts';

/** What a member of a body is refused for. `type` includes null where the contract takes none. */
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

/** What is just within the contract: a text, a list or a number at its limit, or an allowed value. */
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

/** What the contract says about one member of the body of an operation, on one side of one bound. */
export interface Bound {
  readonly operation: OperationId;
  /** One kind, or several that one sentence is about. */
  readonly kinds: readonly BoundKind[];
  /** JSON pointers of the member in a body of the operation, or of several; empty for the body itself. */
  readonly pointers: readonly string[];
  /** Values for `allowed`; else further wrong values, beside those that the schema gives. */
  readonly values: readonly unknown[];
  /** Whether the valid twin is an ordinary one, because a value at the bound costs too much. */
  readonly usual: boolean;
  /** The status of the refusal, where the sentence names one. */
  readonly status?: number;
}

/** Whether a bound names what has to be accepted. */
export function isAccepted({ kinds }: Bound): boolean {
  return kinds.some((kind) => acceptedKinds.includes(kind));
}

/** The limit that a schema sets by a keyword. */
export function getLimit(schema: JsonSchema, keyword: string): number {
  const limits = branches(schema).flatMap((branch) => {
    const limit = branch[keyword];
    return typeof limit === 'number' ? [limit] : [];
  });
  if (limits[0] === undefined) throw new RangeError(`the schema has no ${keyword}`);
  return limits[0];
}
