/** A task of models, as the catalogue lists it. */
interface Task {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/**
 * The tasks of hosted models: cloudflare-typescript, AI and Cloudflare OpenAPI document. Ids and descriptions
 * are inferred.
 */
export const tasks = [
  {
    id: 'c329a1f9-323d-4e91-b2aa-582dd4188d34',
    name: 'Text Generation',
    description: 'Writes text, and calls tools, in answer to a prompt or a conversation.',
  },
  {
    id: '0137cdcf-162a-4108-94f2-1ca59e8c65ee',
    name: 'Text Embeddings',
    description: 'Turns text into vectors that stand near one another where meanings do.',
  },
  {
    id: '6f9a1b3e-7d20-4c55-9d0e-35b1d6a9c2f4',
    name: 'Reranking',
    description: 'Says how much each of several texts has to do with a query.',
  },
  {
    id: '19606750-23ed-4371-aab2-c20349b53a60',
    name: 'Text Classification',
    description: 'Says which label of a closed set a text deserves.',
  },
  {
    id: 'f57d07cb-9087-487a-bbbf-bc3e17fecc4b',
    name: 'Translation',
    description: 'Says in one language what was said in another.',
  },
  {
    id: '6f4e65d8-da0f-40d2-9aa4-db582a5a04fd',
    name: 'Summarization',
    description: 'Shortens a text and keeps what matters.',
  },
  {
    id: '00cd182b-bf30-4fc4-8481-84a3ab349657',
    name: 'Image Classification',
    description: 'Says what a picture shows.',
  },
  {
    id: '9c178979-90d9-49d8-9e2c-0f1cf01815d4',
    name: 'Object Detection',
    description: 'Says what is where in a picture.',
  },
  {
    id: '882a91d1-c331-4eec-bdad-834c919942a8',
    name: 'Image-to-Text',
    description: 'Describes a picture, or answers a question about it.',
  },
  {
    id: '3d6e1f35-341b-4915-a6c8-9a7142a9033a',
    name: 'Text-to-Image',
    description: 'Draws a picture from a description.',
  },
  {
    id: 'dfce1c48-2a81-462e-a7fd-de97ce985207',
    name: 'Automatic Speech Recognition',
    description: 'Writes down what is said in a recording.',
  },
  {
    id: 'b52660a1-9a95-4ab2-8b1d-f232be34604a',
    name: 'Text-to-Speech',
    description: 'Reads a text aloud.',
  },
  {
    id: 'a226909f-eef8-4265-a3a0-90db0422762e',
    name: 'Voice Activity Detection',
    description: 'Says whether a speaker has finished.',
  },
] as const satisfies readonly Task[];

export type TaskName = (typeof tasks)[number]['name'];
