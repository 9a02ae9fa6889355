import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';

/** Input members with the user's words, in reading order. */
const members = [
  'instruction',
  'prompt',
  'negative_prompt',
  'initial_prompt',
  'text',
  'input_text',
  'question',
  'object',
  'query',
  'queries',
  'documents',
  'contexts',
] as const;

/**
 * The text of a prompt, for guardrails; empty for a model without one, such as a speech recognizer.
 *
 * @example
 * getPrompt(reranker, { query: 'Where?', contexts: [{ text: 'Here.' }] }) // 'Where?\nHere.'
 */
export function getPrompt(_model: ModelEntry, input: Readonly<Record<string, unknown>>): string {
  return members.flatMap((name) => getTexts(input[name])).join('\n');
}

function getTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(getTexts);
  return typeof value === 'object' && value !== null && 'text' in value ? getTexts(value.text) : [];
}
