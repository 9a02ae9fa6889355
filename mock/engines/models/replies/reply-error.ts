import { ModelError } from '../model-error.ts';
import type { ReplyContent } from './reply.ts';

/** The error that a reply says. */
export function toModelError({
  reason = 'scripted',
  status,
  message,
}: NonNullable<ReplyContent['error']>): ModelError {
  return new ModelError(
    reason,
    message ?? 'A reply of the script says that the model fails.',
    status === undefined ? {} : { status },
  );
}
