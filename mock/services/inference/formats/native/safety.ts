import type { z } from 'zod';
import type { SafetyInput } from '../../../../../spec/services/inference/input/text-generation.ts';
import type { safetySchema } from '../../../../../spec/services/inference/output.ts';
import type { Generation, Usage } from '../../../../engines/models/backend.ts';
import { wholeAnswer } from '../answer-parts.ts';
import { chatUsage } from '../chat-completions/answer.ts';
import type { Events } from '../format.ts';
import { toGeneration } from './to-generation.ts';

export type SafetyAnswer = z.infer<typeof safetySchema>;

/** Converts the input of a safety model to a request for the engine, whose answer has its own form. */
export function safetyGeneration({ response_format: _, ...body }: SafetyInput): Generation {
  return toGeneration(body);
}

/**
 * `result` of a safety model: its text, `safe` or `unsafe` with categories in the next line, or an object if JSON was
 * requested (Cloudflare OpenAPI document; the text is that of the model's own card).
 *
 * @throws ModelError see `Format.getAnswer`
 *
 * @example
 * await safetyAnswer(events, true) // { response: { safe: false, categories: ['S1'] }, usage }
 */
export async function safetyAnswer(
  events: Events,
  json: boolean,
  neurons?: (usage: Usage) => number,
): Promise<SafetyAnswer> {
  const { text, finish } = await wholeAnswer(events);
  return {
    response: json ? getVerdict(text) : text,
    usage: chatUsage(finish.usage, neurons?.(finish.usage)),
  };
}

function getVerdict(text: string): Exclude<SafetyAnswer['response'], string> {
  const [verdict, categories = ''] = text.trim().split(/\s*\n\s*/);
  if (verdict !== 'unsafe') return { safe: true };
  return { safe: false, categories: categories.split(/\s*,\s*/).filter((category) => category !== '') };
}
