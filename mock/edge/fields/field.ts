import type { Operation } from '../../../spec/services/api-gateway/schemas.ts';
import type { Zone } from '../../../spec/services/zones/schemas.ts';
import type { Value } from '../../engines/expressions/index.ts';
import type { TokenVerdicts } from '../token-check.ts';
import type { ZoneRequest } from '../zone-request.ts';

/** What the fields of one request are read from. */
export interface RequestFacts {
  readonly request: ZoneRequest;
  readonly zone: Zone;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly verdicts: TokenVerdicts;
  /** The saved operation that the request is for. */
  readonly operation: Operation | undefined;
  /** The metadata of the custom hostname that the request is for, as JSON text. */
  readonly hostnameMetadata: string | undefined;
}

/** Reads one field; `undefined` where the request does not have it. */
export type Field = (facts: RequestFacts) => Value | undefined;

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>;
