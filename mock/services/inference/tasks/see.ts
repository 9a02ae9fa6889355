import type { DescribeInput, ImageInput } from '../../../../spec/services/inference/input/media.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import { inputBytes } from './input-bytes.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';
import { estimatedUsage } from './texts.ts';

/** Labels of a picture, best first. */
export async function labelPicture(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { image } = getInput<ImageInput>(call);
  const labels = await call.backend.label(engineModel(call.model), { image: inputBytes(image) }, signal);
  return { kind: 'json', result: labels.map(({ label, score }) => ({ label, score })) };
}

/** Objects in a picture, with their positions. */
export async function detectObjects(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { image } = getInput<ImageInput>(call);
  const found = await call.backend.detect(engineModel(call.model), { image: inputBytes(image) }, signal);
  return { kind: 'json', result: found.map(({ label, score, box }) => ({ label, score, box: { ...box } })) };
}

/** A description of a picture, or the answer to a question about it. */
export async function describePicture(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { image, prompt, max_tokens = inferenceLimits.describeMaxTokens } = getInput<DescribeInput>(call);
  const request = {
    image: inputBytes(image),
    maxTokens: max_tokens,
    ...(prompt !== undefined && { prompt }),
  };
  const description = await call.backend.describe(engineModel(call.model), request, signal);
  return {
    kind: 'json',
    result: { description },
    usage: estimatedUsage([prompt ?? ''], description),
    text: description,
  };
}
