import type { MessagesInput } from '../../../../spec/services/inference/formats/messages/request.ts';
import { countInput } from '../../../engines/models/index.ts';
import { messagesFormat } from '../formats/messages/messages-format.ts';
import type { Runnable } from './run-parts.ts';
import { answerContext, type PreparedRun, type TimedRunParts, type Write } from './run-parts.ts';
import { fitWindow, textRun } from './text-run.ts';

/** Whose key pays for a request without a key: Cloudflare docs, Models. */
const keySource = 'Unified';

/**
 * A run in the format of messages.
 *
 * @throws ApiError for input that the model does not support, ModelError `bad-input` for unreadable files
 */
export function messagesRun(
  runnable: Runnable,
  input: MessagesInput,
  write: Write,
  parts: TimedRunParts,
): PreparedRun {
  const { model } = runnable;
  const generation = fitWindow(runnable, messagesFormat.toGeneration(input), parts.countTokens);
  const streams = input.stream ?? false;
  return textRun({
    backend: parts.backend,
    model,
    generation,
    streams,
    context: {
      ...answerContext(model.id, parts),
      keySource,
      // A stream states the length of the prompt at its start.
      ...(streams && { inputTokens: countInput(generation) }),
    },
    format: messagesFormat,
    write,
  });
}
