import { chatInputSchema } from '../formats/chat-completions/request.ts';
import { promptedPictureInputSchema } from '../input/media.ts';
import { anthropicInputSchema } from '../input/text-generation.ts';
import type { ModelEntry } from './entry.ts';

/**
 * A third-party text model. Its formats besides its own are inferred: the seed allows every third-party model in all
 * three.
 */
const textModel = {
  task: 'Text Generation',
  formats: ['run', 'chat-completions', 'responses', 'messages'],
  input: chatInputSchema,
  answer: 'chat-completion',
  functionCalling: true,
  reasoning: true,
  vision: true,
} as const;

const anthropicModel = { ...textModel, input: anthropicInputSchema, answer: 'message' } as const;

/** Third-party models, run with credentials of the platform. */
export const thirdPartyModels = [
  {
    id: 'openai/gpt-5',
    uuid: 'a316aaa6-748b-54ed-9c20-ccd0cd17c4a2',
    ...textModel,
    description: 'Large model of OpenAI.',
    contextWindow: 400_000,
  },
  {
    id: 'openai/gpt-5-mini',
    uuid: '0af7a02d-78ed-5166-8194-1908c3cf857f',
    ...textModel,
    description: 'Small model of OpenAI.',
    contextWindow: 400_000,
  },
  {
    id: 'anthropic/claude-sonnet-5',
    uuid: '2916fc63-3a2d-5067-90a9-f4ea77c1705e',
    ...anthropicModel,
    description: 'Large model of Anthropic.',
    contextWindow: 1_000_000,
    refuses: ['temperature'],
  },
  {
    id: 'anthropic/claude-haiku-4.5',
    uuid: 'f80e7732-b604-5515-96d9-9dd52352dd8a',
    ...anthropicModel,
    description: 'Small model of Anthropic.',
    contextWindow: 200_000,
  },
  {
    id: 'google/gemini-2.5-flash',
    uuid: 'd35a8854-438b-5a6f-8334-338284ebb906',
    ...textModel,
    description: 'Fast model of Google.',
    contextWindow: 1_048_576,
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

/** The defaults of a text model of an author outside the catalogue. */
export const getTextModel = (author: string): typeof textModel | typeof anthropicModel =>
  author === 'anthropic' ? anthropicModel : textModel;
