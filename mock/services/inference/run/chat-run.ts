import { ApiError } from '../../../../spec/errors.ts';
import {
  type ChatInput,
  missingSchemaName,
  type ResponseFormat,
} from '../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { Generation } from '../../../engines/models/backend.ts';
import { chatCompletions } from '../formats/chat-completions/chat-completions.ts';
import type { Runnable } from './run-parts.ts';
import { answerContext, type PreparedRun, type TimedRunParts, type Write } from './run-parts.ts';
import { fitWindow, textRun } from './text-run.ts';

/**
 * A run in the format of chat completions.
 *
 * @param write writes the completion, in an envelope or bare
 * @throws ApiError for input that the model does not support, ModelError `bad-input` for unreadable files
 */
export function chatRun(
  runnable: Runnable,
  input: ChatInput,
  write: Write,
  parts: TimedRunParts,
): PreparedRun {
  const { model, hosted } = runnable;
  if (!hosted) requireSchemaName(input.response_format);
  const generation = fitWindow(runnable, chatCompletions.toGeneration(input), parts.countTokens);
  const includeUsage = input.stream_options?.include_usage ?? false;
  return textRun({
    backend: parts.backend,
    model,
    generation,
    others: furtherChoices(generation, input.n ?? 1),
    streams: input.stream ?? false,
    context: {
      ...answerContext(model.id, parts),
      includeUsage,
      asFunction: input.functions !== undefined,
      ...(input.logprobs && { topLogprobs: input.top_logprobs ?? 0 }),
    },
    format: chatCompletions,
    write,
  });
}

/** A generation for each choice after the first; each has its own seed, so that they differ. */
function furtherChoices(generation: Generation, n: number): Generation[] {
  if (n === 1) return [];
  const { seed = 0 } = generation;
  return Array.from({ length: n - 1 }, (_, index) => ({ ...generation, seed: seed + index + 1 }));
}

/** Providers require the name of a schema: cloudflare/ai. */
function requireSchemaName(asked: ResponseFormat | undefined): void {
  if (asked?.type !== 'json_schema' || typeof asked.json_schema['name'] === 'string') return;
  const pointer = '/response_format/json_schema/name';
  throw new ApiError('third-party-input-invalid', { problem: missingSchemaName }, pointer);
}
