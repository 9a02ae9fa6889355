import type { ChatStreamFrame } from './events.ts';

/** What a caller asked for, as far as it shows in the stream. */
export interface ChatStreamWishes {
  /** `stream_options.include_usage` */
  readonly includeUsage: boolean;
  /** `n` */
  readonly choices: number;
}

/**
 * What is wrong with the order of a chat's chunks, each of which fits its schema: fact sheet inference,
 * section 3.
 *
 * @param frames what stands before `[DONE]`
 * @returns one sentence for each fault, none where all is well
 *
 * @example
 * chatStreamProblems(frames, { includeUsage: false, choices: 1 }) // []
 */
export function chatStreamProblems(
  frames: readonly ChatStreamFrame[],
  { includeUsage, choices }: ChatStreamWishes,
): string[] {
  const problems: string[] = [];
  const started = new Set<number>();
  const finished = new Set<number>();
  const calls = new Set<string>();
  const ids = new Set<string>();
  let usageAt = -1;
  let failed = false;
  for (const [at, frame] of frames.entries()) {
    const say = (problem: string) => problems.push(`chunk ${at}: ${problem}`);
    if (failed) say('stands behind an error');
    if ('error' in frame) {
      failed = true;
      continue;
    }
    ids.add(frame.id);
    if (usageAt !== -1 && frame.choices.length > 0) say('has choices behind the chunk of the usage');
    if (frame.choices.length === 0) {
      usageAt = at;
      if (!includeUsage) say('has no choices, and nobody asked for the usage');
    }
    for (const { index, delta, finish_reason } of frame.choices) {
      if (finished.has(index)) say(`adds to choice ${index}, which is finished`);
      if (!started.has(index) && delta.role !== 'assistant') say(`begins choice ${index} without its role`);
      started.add(index);
      for (const call of delta.tool_calls ?? []) {
        const key = `${index}/${call.index}`;
        const first = !calls.has(key);
        if (first && !(call.id && call.function?.name)) say(`begins call ${key} without id and name`);
        calls.add(key);
      }
      if (finish_reason !== null) finished.add(index);
    }
  }
  if (failed) return problems;
  if (ids.size > 1) problems.push(`the chunks have ${ids.size} ids`);
  if (finished.size !== choices) problems.push(`${finished.size} of ${choices} choices are finished`);
  if (includeUsage && usageAt === -1) problems.push('no chunk brings the usage');
  return problems;
}
