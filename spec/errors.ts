import { type Failure, type FailureDetail, fillTemplate, type Hint } from './failure.ts';
import { type ServiceName, services } from './services/index.ts';
import { TouchstoneError } from './touchstone-error.ts';
import { v4Failures } from './v4/failures.ts';
import { d1Failures } from './v4/products/d1.ts';
import { dnsFailures } from './v4/products/dns.ts';
import { kvFailures } from './v4/products/kv.ts';

type NamesIn<Failures> = Failures extends unknown ? keyof Failures : never;

/** The name of a failure in the catalogue of failures. */
export type FailureName = NamesIn<
  | typeof v4Failures
  | typeof d1Failures
  | typeof dnsFailures
  | typeof kvFailures
  | (typeof services)[ServiceName]['failures']
>;

/** Every failure of an API answer. */
export const failures: Readonly<Record<FailureName, Failure>> = Object.assign(
  {},
  v4Failures,
  d1Failures,
  dnsFailures,
  kvFailures,
  ...Object.values(services).map((service) => service.failures),
);

/**
 * A refused request. The mock answers it in the shape of the endpoint that received it.
 *
 * @example
 * throw new ApiError('config-unknown', { id }, '/id');
 */
export class ApiError extends TouchstoneError {
  readonly failure: FailureName;
  readonly detail: FailureDetail;
  /** JSON pointer into the request body, for `errors[].source.pointer`. */
  readonly pointer: string | undefined;
  /** Status, code and certainty of the answer: those of the catalogue by default. */
  readonly entry: Failure;
  /** What else the answer says. */
  readonly messages: readonly Hint[];

  constructor(
    failure: FailureName,
    detail: FailureDetail = {},
    pointer?: string,
    {
      entry = failures[failure],
      messages = [],
      ...options
    }: ErrorOptions & { readonly entry?: Failure; readonly messages?: readonly Hint[] } = {},
  ) {
    super(failure, fillTemplate(entry.message, detail), options);
    this.entry = entry;
    this.messages = messages;
    this.failure = failure;
    this.detail = detail;
    this.pointer = pointer;
  }
}
