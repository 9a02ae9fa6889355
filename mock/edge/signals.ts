import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { formatIpAddress, parseIpAddress, requestFields, type Type } from '../engines/expressions/index.ts';
import { edgeFields } from './ruleset-expression.ts';

/** A value of a scalar field; addresses are strings. */
export type Signal = string | number | boolean;

/** Values of fields that a laptop can't know, by field. */
export type Signals = ReadonlyMap<string, Signal>;

/** Thrown for invalid signals. */
export class SignalError extends TouchstoneError {
  /** The invalid field; `undefined` when the whole is invalid. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super('signals-invalid', message);
    this.field = field;
  }
}

/** Fields below `cf.` and `ip.` that come from the request, the zone or its hostnames. */
const decided: ReadonlySet<string> = new Set([
  'cf.api_gateway.fallthrough_detected',
  'cf.edge.server_port',
  'cf.hostname.metadata',
  'cf.random_seed',
  'cf.zone.name',
  'cf.zone.plan',
]);

/** Fields that can be signals: everything below `cf.` and `ip.`, and `ssl`. */
export const signalTypes: ReadonlyMap<string, Type> = new Map(
  Object.entries({ ...requestFields, ...edgeFields }).filter(
    ([name]) => /^(?:cf\.|ip\.|ssl$)/.test(name) && !decided.has(name),
  ),
);

/**
 * Checks signals: each must be a field that a request can't carry, with a value of its type.
 *
 * @throws SignalError that names the field.
 * @example
 * readSignals({ 'cf.waf.score': 20, 'ip.src.country': 'NL' })
 */
export function readSignals(input: unknown): Signals {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new SignalError('Signals are a JSON object of fields and values, like {"cf.waf.score": 20}');
  }
  return new Map(Object.entries(input).map(([field, value]) => [field, readSignal(field, value)]));
}

/**
 * Parses the signals of a header value.
 *
 * @throws SignalError when it is not the JSON text of signals.
 */
export function parseSignals(header: string): Signals {
  let input: unknown;
  try {
    input = JSON.parse(header);
  } catch (cause) {
    throw new SignalError(`Signals are not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return readSignals(input);
}

function readSignal(field: string, value: unknown): Signal {
  const type = signalTypes.get(field);
  if (type === undefined) {
    throw new SignalError(
      `${field} is no signal; signals are ${[...signalTypes.keys()].sort().join(', ')}`,
      field,
    );
  }
  const read = readers[String(type)]?.(value);
  if (read === undefined) {
    throw new SignalError(`${field} takes ${kinds[String(type)]}, not ${JSON.stringify(value)}`, field);
  }
  return read;
}

const readers: Readonly<Record<string, (value: unknown) => Signal | undefined>> = {
  String: (value) => (typeof value === 'string' ? value : undefined),
  Integer: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined),
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  IP: canonicalAddress,
};

function canonicalAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' ? parseIpAddress(value) : undefined;
  return address && formatIpAddress(address);
}

const kinds: Readonly<Record<string, string>> = {
  String: 'a string',
  Integer: 'an integer',
  Boolean: 'true or false',
  IP: 'an IP address',
};
