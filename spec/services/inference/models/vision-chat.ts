import { visionInputSchema } from '../input/vision-chat.ts';
import { type ModelEntry, tokenPrices } from './entry.ts';

/** Hosted models that write text about pictures. */
export const visionChatModels = [
  {
    id: '@cf/meta/llama-4-scout-17b-16e-instruct',
    uuid: 'ad8462dd-da11-55ce-a1ab-95fe85b58149',
    task: 'Text Generation',
    description: 'Mixture of experts that reads text and pictures.',
    formats: ['run', 'chat-completions'],
    input: visionInputSchema,
    answer: 'classic-text',
    contextWindow: 131_000,
    maxTokensDefault: 256,
    functionCalling: true,
    vision: true,
    batch: true,
    prices: tokenPrices(24_545, 77_273),
  },
  {
    id: '@cf/meta/llama-3.2-11b-vision-instruct',
    uuid: '5f3869b9-0bd1-53d6-80e3-7f0d734b15d6',
    task: 'Text Generation',
    description: 'Answers questions about a picture, after its terms were agreed to.',
    formats: ['run', 'chat-completions'],
    input: visionInputSchema,
    answer: 'classic-text',
    contextWindow: 128_000,
    maxTokensDefault: 256,
    vision: true,
    lora: true,
    prices: tokenPrices(4_410, 61_493),
  },
  {
    id: '@cf/google/gemma-3-12b-it',
    uuid: 'e6803f4a-63d6-55fc-871c-424ee4c07321',
    task: 'Text Generation',
    description: 'Middle-sized model that reads text and pictures in many languages.',
    formats: ['run', 'chat-completions'],
    input: visionInputSchema,
    answer: 'classic-text',
    contextWindow: 80_000,
    maxTokensDefault: 256,
    vision: true,
    lora: true,
  },
] as const satisfies readonly ModelEntry[];
