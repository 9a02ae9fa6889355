import { nearestNames } from '../../spec/nearest-names.ts';
import { allFields, getOwnName, type Signal, type TypeName } from '../../spec/rules-language.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { isObject } from '../../spec/value-kinds.ts';
import { formatIpAddress, parseIpAddress } from '../engines/expressions/index.ts';

/** Values of fields that a laptop can't know, by field; addresses are strings. */
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

/** Fields that a signal can set, by name. */
const signalFields = new Map([...allFields].filter(([, { from }]) => from.endsWith('signals')));

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
  const signals = new Map<string, Signal>();
  for (const [name, value] of Object.entries(input)) {
    const field = getOwnName(name);
    const signal = readSignal(name, value);
    // Only fields of one value have two names.
    if ((signals.get(field) ?? signal) !== signal) {
      throw new SignalError(`${name} is another name of a signal with another value; give one value`, name);
    }
    signals.set(field, signal);
  }
  return signals;
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

function readSignal(name: string, value: unknown): Signal {
  const field = signalFields.get(name);
  if (field === undefined) throw new SignalError(`${name} is no signal${whyNoSignal(name)}`, name);
  const { read, kind } = readers[field.type] ?? unreadable;
  const signal = read(value);
  if (signal === undefined)
    throw new SignalError(`${name} takes ${kind}, not ${JSON.stringify(value)}`, name);
  return signal;
}

function whyNoSignal(name: string): string {
  const { from } = allFields.get(name) ?? {};
  if (from !== undefined) return `: its value comes from ${from}`;
  const near = nearestNames(name, [...signalFields.keys()]);
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return `${hint}; the page "Rules language" of the reference lists them`;
}

interface Reader {
  readonly kind: string;
  readonly read: (value: unknown) => Signal | undefined;
}

const isText = (value: unknown) => typeof value === 'string';
const isInteger = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value);

/** Takes a value as it is if it is of this kind. */
const taken = (kind: string, isOfKind: (value: unknown) => boolean): Reader => ({
  kind,
  // The check is about just that.
  read: (value) => (isOfKind(value) ? (value as Signal) : undefined),
});

const unreadable = taken('no signal', () => false);

const readers: Readonly<Partial<Record<TypeName, Reader>>> = {
  String: taken('a string', isText),
  Integer: taken('an integer', isInteger),
  Boolean: taken('true or false', (value) => typeof value === 'boolean'),
  IP: { kind: 'an IP address', read: canonicalAddress },
  'Array<String>': taken('a list of strings', (value) => Array.isArray(value) && value.every(isText)),
  'Array<Integer>': taken('a list of integers', (value) => Array.isArray(value) && value.every(isInteger)),
  'Map<Integer>': taken(
    'an object with integers',
    (value) => isObject(value) && Object.values(value).every(isInteger),
  ),
};

function canonicalAddress(value: unknown): string | undefined {
  const address = typeof value === 'string' ? parseIpAddress(value) : undefined;
  return address && formatIpAddress(address);
}
