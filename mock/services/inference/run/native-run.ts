import { ApiError } from '../../../../spec/errors.ts';
import type { SafetyInput } from '../../../../spec/services/inference/input/text-generation.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { Usage } from '../../../engines/models/backend.ts';
import { type NativeContext, nativeFormat } from '../formats/native/native-format.ts';
import { safetyAnswer, safetyGeneration } from '../formats/native/safety.ts';
import type { NativeInput } from '../formats/native/to-generation.ts';
import type { Runnable } from './run-parts.ts';
import { answerContext, type PreparedRun, type TimedRunParts, type Write } from './run-parts.ts';
import { fitWindow, textRun } from './text-run.ts';

/**
 * A run of a hosted text model in its own input.
 *
 * @throws ApiError `json-schema-streamed`, ModelError `bad-input` for unreadable files
 */
export function nativeRun(
  runnable: Runnable,
  input: NativeInput,
  write: Write,
  parts: TimedRunParts,
): PreparedRun {
  const { model } = runnable;
  const generation = fitWindow(runnable, nativeFormat.toGeneration(input), parts.countTokens);
  const { stream = false } = input as { readonly stream?: boolean | null }; // The three inputs have it in common.
  const shape: NativeContext['shape'] = model.answer === 'classic-text' ? 'classic' : 'chat';
  // The old shape returns values, which have no pieces of text to stream: Cloudflare OpenAPI document. The new one
  // returns them as text.
  const json = generation.format !== undefined && shape === 'classic';
  if (stream === true && json && generation.format?.type === 'json-schema')
    throw new ApiError('json-schema-streamed');
  const neurons = getNeurons(model);
  const { stances } = parts.world;
  return textRun({
    backend: parts.backend,
    model,
    generation,
    streams: stream === true && !json,
    context: {
      ...answerContext(model.id, parts),
      shape,
      json,
      asFunction: 'functions' in input,
      usageLast: stances.get('inference.stream.usage'),
      saysEnd: stances.get('inference.stream.end') === '[DONE]',
      ...(neurons && { neurons }),
    },
    format: nativeFormat,
    write,
  });
}

/** A run of a model that classifies a conversation; it never streams. */
export function safetyRun(
  runnable: Runnable,
  input: SafetyInput,
  write: Write,
  parts: TimedRunParts,
): PreparedRun {
  const { model } = runnable;
  const generation = fitWindow(runnable, safetyGeneration(input), parts.countTokens);
  const asksForJson = input.response_format?.type?.startsWith('json') ?? false;
  return textRun({
    backend: parts.backend,
    model,
    generation,
    streams: false,
    context: answerContext(model.id, parts),
    format: {
      getAnswer: (events) => safetyAnswer(events, asksForJson, getNeurons(model)),
      getFrames: nativeFormat.getFrames,
    },
    write,
  });
}

/**
 * The cost of a text run in neurons, or undefined for a model without prices.
 *
 * @example
 * getNeurons(model)?.({ inputTokens: 11, outputTokens: 7 }) // 0.807717
 */
export function getNeurons({ prices }: ModelEntry): ((usage: Usage) => number) | undefined {
  if (prices === undefined) return undefined;
  const price = (unit: string) => prices.find((one) => one.unit === unit)?.neurons ?? 0;
  const input = price('input token');
  const output = price('output token');
  // Prices are precise to a millionth; further digits are rounding noise.
  return ({ inputTokens, outputTokens }) => Number((inputTokens * input + outputTokens * output).toFixed(6));
}
