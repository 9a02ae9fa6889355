import { type FaultRecipe, type Prepared, recipe } from '../v4/faults.ts';
import { inAccount, models, says, throughGateway } from './asking.ts';
import { finetuneBody, finetunesOfRun } from './finetunes.suite.ts';

/** A run has no side effect that a refusal could leave behind. */
const nothing = async () => null;

const run = {
  model: models.classic,
  input: { prompt: 'Say hello.' },
  options: {
    background: false,
    extraHeaders: { 'x-touchstone': 'yes' },
    gateway: { id: 'default', cacheTtl: 60, skipCache: true },
    rejectIfBusy: false,
  },
};

const chat = {
  model: models.chat,
  messages: [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'Say hello.' },
  ],
  max_tokens: 64,
  temperature: 0.5,
  top_p: 0.5,
  n: 1,
  seed: 7,
  user: 'user-1',
  frequency_penalty: 0,
  presence_penalty: 0,
  parallel_tool_calls: true,
  stream: false,
};

const response = {
  model: models.third,
  input: 'Say hello.',
  instructions: 'Be brief.',
  max_output_tokens: 64,
  parallel_tool_calls: true,
  stream: false,
};

const message = {
  model: 'anthropic/claude-haiku-4.5',
  max_tokens: 64,
  messages: says('Say hello.'),
  temperature: 0.5,
  stop_sequences: ['never'],
  stream: false,
};

const embeddings = { model: models.vectors, input: ['Hello'] };

const prepareWith = (body: unknown): FaultRecipe['prepare'] => {
  return async (t): Promise<Prepared> => ({
    params: inAccount(t),
    headers: throughGateway,
    body,
    snapshot: nothing,
  });
};

/** A run with only the members that the seed names. */
const seedRun = {
  model: models.classic,
  input: { messages: says('Say hello.') },
  options: { background: false },
};

/** How to test the limits that the seed sets for a run. */
export const runBoundRecipe = recipe('inference.run', {
  shape: seedRun,
  requirement: 'INF-RUN-34',
  prepare: prepareWith(seedRun),
});

/** How to send runs with faulty bodies. For the compatible formats the seed describes bodies, not refusals. */
export const inferenceRecipes: readonly FaultRecipe[] = [
  recipe('inference.run', {
    shape: run,
    requirement: 'INF-RUN-34',
    prepare: prepareWith(run),
  }),
  recipe('inference.run-model', {
    shape: { prompt: 'Say hello.' },
    getLevel: () => 'may',
    prepare: async (t) => ({
      params: { ...inAccount(t), model: models.classic },
      headers: throughGateway,
      body: { prompt: 'Say hello.' },
      snapshot: nothing,
    }),
  }),
  recipe('inference.chat-completions', {
    shape: chat,
    requirement: 'INF-ERR-6',
    prepare: prepareWith(chat),
  }),
  recipe('inference.responses', {
    shape: response,
    requirement: 'INF-ERR-7',
    prepare: prepareWith(response),
  }),
  recipe('inference.messages', { shape: message, requirement: 'INF-ERR-10', prepare: prepareWith(message) }),
  recipe('inference.messages-sdk', {
    shape: message,
    requirement: 'INF-ERR-10',
    prepare: prepareWith(message),
  }),
  recipe('inference.embeddings', {
    shape: embeddings,
    requirement: 'INF-ERR-6',
    prepare: prepareWith(embeddings),
  }),
];

const shape = { model: models.classic, name: 'style', description: 'Ours', public: false };

/** How to create fine-tunes with faulty bodies. */
export const finetuneRecipes: readonly FaultRecipe[] = [
  recipe('inference.finetunes.create', {
    // The list has a fixed page size, so other tests' fine-tunes shift its pages.
    exclusive: 'account',
    shape,
    features: ['finetunes'],
    prepare: async (t) => ({
      params: inAccount(t),
      body: finetuneBody(t, { description: 'Ours', public: false }),
      snapshot: () => finetunesOfRun(t),
    }),
  }),
];
