import { type FailureDetail, fillTemplate } from '../../../spec/failure.ts';
import {
  type ArtifactsErrorCode,
  artifactsErrorCodes,
  type BindingFailureName,
  bindingFailures,
} from '../../../spec/services/artifacts/binding.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** What calls of a binding of repositories throw: its `code` is a word, and `numericCode` the same for REST. */
export class ArtifactsError extends TouchstoneError {
  declare readonly code: ArtifactsErrorCode;
  readonly numericCode: number;

  constructor(failure: BindingFailureName, detail: FailureDetail = {}, options?: ErrorOptions) {
    const { code, message } = bindingFailures[failure];
    super(code, fillTemplate(message, detail), options);
    this.numericCode = artifactsErrorCodes[code];
  }
}
