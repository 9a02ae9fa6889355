import { allFields, getOwnName, type Signal } from '../../spec/rules-language.ts';
import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import type { Zone } from '../../spec/services/zones/endpoints.ts';
import type { EvaluationContext, Value } from '../engines/expressions/index.ts';
import {
  bodyFields,
  claimFields,
  type Field,
  httpFields,
  platformFields,
  type RequestFacts,
} from './request-fields.ts';
import type { Signals } from './signals.ts';
import type { TokenVerdicts } from './token-check.ts';
import type { ZoneRequest } from './zone-request.ts';

const fields: ReadonlyMap<string, Field> = new Map(
  Object.entries({ ...httpFields, ...bodyFields, ...claimFields, ...platformFields }),
);

const toValue = (signal: Signal): Value =>
  typeof signal !== 'object' || Array.isArray(signal) ? signal : new Map(Object.entries(signal));

/** Values of fields that no request carries, without a signal. */
const defaults: ReadonlyMap<string, Value> = new Map(
  [...allFields].flatMap(([name, field]) =>
    field.from === 'signals' ? [[name, toValue(field.default)]] : [],
  ),
);

export interface RequestContextParts {
  readonly request: ZoneRequest;
  readonly zone: Zone;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly verdicts: TokenVerdicts;
  readonly signals: Signals;
  /** Ray of the answer. */
  readonly ray: string;
  /** Called at most once, when a rule or a field first needs it. */
  readonly operation: () => Operation | undefined;
  readonly hostnameMetadata: () => string | undefined;
}

/**
 * One request as the rules see it. A field is read at its first use, and only once: a thousand rules about the host
 * read it once.
 */
export class RequestContext implements EvaluationContext, RequestFacts {
  readonly request: ZoneRequest;
  readonly zone: Zone;
  readonly now: number;
  readonly verdicts: TokenVerdicts;
  readonly signals: Signals;
  readonly ray: string;
  readonly #parts: RequestContextParts;
  readonly #values = new Map<string, Value | undefined>();
  #operation: { readonly found: Operation | undefined } | undefined;

  constructor(parts: RequestContextParts) {
    this.request = parts.request;
    this.zone = parts.zone;
    this.now = parts.now;
    this.verdicts = parts.verdicts;
    this.signals = parts.signals;
    this.ray = parts.ray;
    this.#parts = parts;
  }

  get operation(): Operation | undefined {
    this.#operation ??= { found: this.#parts.operation() };
    return this.#operation.found;
  }

  get hostnameMetadata(): string | undefined {
    return this.#parts.hostnameMetadata();
  }

  /** The value of a field: of its signal, of the request, or its default. */
  get(name: string): Value | undefined {
    const field = getOwnName(name);
    const known = this.#values.get(field);
    if (known !== undefined || this.#values.has(field)) return known;
    const signal = this.signals.get(field);
    const value = signal === undefined ? (fields.get(field)?.(this) ?? defaults.get(field)) : toValue(signal);
    this.#values.set(field, value);
    return value;
  }
}
