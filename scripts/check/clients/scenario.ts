/** Where a client finds the platform, and who it is. */
export interface Platform {
  /** Base URL of the API, ending in the version segment. */
  readonly api: string;
  readonly accountId: string;
  readonly token: string;
}

/** What one client does, step by step; a step that is not as it should be throws. */
export interface ClientScenario {
  readonly client: string;
  readonly steps: Readonly<Record<string, (platform: Platform) => Promise<void>>>;
}

/** A tool that any client can offer, and what asks for it. */
export const weather = {
  name: 'get_weather',
  description: 'Tells the weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city' } },
    required: ['city'],
  },
  question: 'What is the weather in Lisbon?',
  /** What the tool answers; the number shows that the model used it. */
  answer: '{"temperature":21,"sky":"clear"}',
  proof: /21/,
} as const;
