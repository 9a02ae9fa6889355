import { type Failure, type FailureDetail, fillTemplate } from './failure.ts';
import { aiGatewayFailures } from './services/ai-gateway/failures.ts';
import { apiGatewayFailures } from './services/api-gateway/failures.ts';
import { artifactsFailures } from './services/artifacts/failures.ts';
import { browserRenderingFailures } from './services/browser-rendering/failures.ts';
import { customHostnamesFailures } from './services/custom-hostnames/failures.ts';
import { inferenceFailures } from './services/inference/failures.ts';
import { rulesetsFailures } from './services/rulesets/failures.ts';
import { settingsFailures } from './services/settings/failures.ts';
import { tokenValidationFailures } from './services/token-validation/failures.ts';
import { touchstoneFailures } from './services/touchstone/failures.ts';
import { userFailures } from './services/user/failures.ts';
import { zonesFailures } from './services/zones/failures.ts';
import { TouchstoneError } from './touchstone-error.ts';
import { v4Failures } from './v4/failures.ts';

const catalogue = {
  ...v4Failures,
  ...zonesFailures,
  ...apiGatewayFailures,
  ...tokenValidationFailures,
  ...settingsFailures,
  ...customHostnamesFailures,
  ...userFailures,
  ...rulesetsFailures,
  ...inferenceFailures,
  ...aiGatewayFailures,
  ...browserRenderingFailures,
  ...artifactsFailures,
  ...touchstoneFailures,
} as const;

/** The name of a failure in the catalogue of failures. */
export type FailureName = keyof typeof catalogue;

/** Every failure of an API answer. */
export const failures: Readonly<Record<FailureName, Failure>> = catalogue;

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

  constructor(
    failure: FailureName,
    detail: FailureDetail = {},
    pointer?: string,
    { entry = failures[failure], ...options }: ErrorOptions & { readonly entry?: Failure } = {},
  ) {
    super(failure, fillTemplate(entry.message, detail), options);
    this.entry = entry;
    this.failure = failure;
    this.detail = detail;
    this.pointer = pointer;
  }
}
