import { chatInputSchema } from '../formats/chat-completions/request.ts';
import { promptedPictureInputSchema } from '../input/media.ts';
import { anthropicInputSchema } from '../input/text-generation.ts';
import { chatModels, newerChatModels, textGenerationModels, visionChatModels } from './chat.ts';
import { classicTextModels } from './classic-text.ts';
import type { ModelEntry, ModelFormat } from './entry.ts';
import { pictureModels, seeingModels, soundModels } from './media.ts';
import { embeddingModels, textTaskModels } from './text-tasks.ts';

/**
 * Models of third parties, run with credentials of the platform. Which formats each has beside its own is
 * inferred: the seed lets every third-party model into all three.
 */
const thirdPartyModels = [
  {
    id: 'openai/gpt-5',
    uuid: 'a316aaa6-748b-54ed-9c20-ccd0cd17c4a2',
    task: 'Text Generation',
    description: 'Large model of OpenAI.',
    formats: ['run', 'chat-completions', 'responses', 'messages'],
    input: chatInputSchema,
    answer: 'chat-completion',
    contextWindow: 400_000,
    functionCalling: true,
    reasoning: true,
    vision: true,
  },
  {
    id: 'openai/gpt-5-mini',
    uuid: '0af7a02d-78ed-5166-8194-1908c3cf857f',
    task: 'Text Generation',
    description: 'Small model of OpenAI.',
    formats: ['run', 'chat-completions', 'responses', 'messages'],
    input: chatInputSchema,
    answer: 'chat-completion',
    contextWindow: 400_000,
    functionCalling: true,
    reasoning: true,
    vision: true,
  },
  {
    id: 'anthropic/claude-sonnet-5',
    uuid: '2916fc63-3a2d-5067-90a9-f4ea77c1705e',
    task: 'Text Generation',
    description: 'Large model of Anthropic.',
    formats: ['run', 'chat-completions', 'responses', 'messages'],
    input: anthropicInputSchema,
    answer: 'message',
    contextWindow: 1_000_000,
    functionCalling: true,
    reasoning: true,
    vision: true,
    refuses: ['temperature'],
  },
  {
    id: 'anthropic/claude-haiku-4.5',
    uuid: 'f80e7732-b604-5515-96d9-9dd52352dd8a',
    task: 'Text Generation',
    description: 'Small model of Anthropic.',
    formats: ['run', 'chat-completions', 'responses', 'messages'],
    input: anthropicInputSchema,
    answer: 'message',
    contextWindow: 200_000,
    functionCalling: true,
    reasoning: true,
    vision: true,
  },
  {
    id: 'google/gemini-2.5-flash',
    uuid: 'd35a8854-438b-5a6f-8334-338284ebb906',
    task: 'Text Generation',
    description: 'Fast model of Google.',
    formats: ['run', 'chat-completions', 'responses', 'messages'],
    input: chatInputSchema,
    answer: 'chat-completion',
    contextWindow: 1_048_576,
    functionCalling: true,
    reasoning: true,
    vision: true,
  },
  {
    id: 'google/nano-banana',
    uuid: '603a9257-0f02-59da-aebe-b034ae5724d0',
    task: 'Text-to-Image',
    description: 'Draws and changes pictures at a chosen aspect ratio.',
    formats: ['run'],
    input: promptedPictureInputSchema,
    answer: 'picture-url',
  },
] as const satisfies readonly ModelEntry[];

/** Every model that can be asked. */
export const models: readonly ModelEntry[] = [
  ...textGenerationModels,
  ...classicTextModels,
  ...chatModels,
  ...newerChatModels,
  ...visionChatModels,
  ...embeddingModels,
  ...textTaskModels,
  ...seeingModels,
  ...pictureModels,
  ...soundModels,
  ...thirdPartyModels,
];

const byId: ReadonlyMap<string, ModelEntry> = new Map(models.map((model) => [model.id, model]));

/**
 * The model with this id, or undefined.
 *
 * @example
 * findModel('openai/gpt-5')?.task // 'Text Generation'
 */
export function findModel(id: string): ModelEntry | undefined {
  return byId.get(id);
}

/** Whether a model can be asked in a format. */
export function speaks(model: ModelEntry, format: ModelFormat): boolean {
  return model.formats.includes(format);
}
