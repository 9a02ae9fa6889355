import { ApiError, failures } from '../../../../spec/errors.ts';
import { errorBody, formatErrors } from '../../../../spec/services/inference/error-body.ts';
import type { ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import type { WrittenRefusal } from '../../gateway-request.ts';
import { refusalOf } from '../formats/shared/refusal.ts';

/**
 * A failure as it is answered in a format: what the mock refuses by the catalogue of failures, what a model
 * fails with in the words of whoever runs it.
 */
export function refusalInFormat(error: unknown, format: ModelFormat, model: string): WrittenRefusal {
  if (error instanceof ApiError) {
    const { status, code } = failures[error.failure];
    return { status, code, message: error.message, body: formatErrors[format].body(error) };
  }
  const refused = refusalOf(error, model);
  const { status, code, message } = refused;
  return { status, code, message, body: errorBody(format, refused) };
}
