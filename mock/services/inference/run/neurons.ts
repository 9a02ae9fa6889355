import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { Usage } from '../../../engines/models/backend.ts';

/**
 * What a run of text costs in neurons, or undefined for a model without prices.
 *
 * @example
 * neuronsOf(model)?.({ inputTokens: 11, outputTokens: 7 }) // 0.807717
 */
export function neuronsOf({ prices }: ModelEntry): ((usage: Usage) => number) | undefined {
  if (prices === undefined) return undefined;
  const price = (unit: string) => prices.find((one) => one.unit === unit)?.neurons ?? 0;
  const input = price('input token');
  const output = price('output token');
  // Prices are given to a millionth, and more digits than that are noise of the sum.
  return ({ inputTokens, outputTokens }) => Number((inputTokens * input + outputTokens * output).toFixed(6));
}
