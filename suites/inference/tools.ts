import { z } from 'zod';
import { fits, json } from './asking.ts';

/** What the tool of the suites takes. */
export const weatherArguments = z.strictObject({
  city: z.string().min(1),
  unit: z.enum(['celsius', 'fahrenheit']).optional(),
});

export const toolName = 'get_weather';

/** The arguments as JSON schema. */
export const parameters: Record<string, unknown> = { ...z.toJSONSchema(weatherArguments, { io: 'input' }) };
delete parameters['$schema'];

const description = 'Tells the present weather of a city';

/** The tool as the chat-completions format has it. */
export const weatherTool = {
  type: 'function' as const,
  function: { name: toolName, description, parameters },
};

/** The tool as the old form of the run endpoints has it. */
export const flatWeatherTool = { name: toolName, description, parameters };

export const weatherQuestion = 'What is the weather in Lisbon right now? Call the tool get_weather.';

/** Fails unless the JSON text of arguments is what the tool takes. */
export function getArguments(text: unknown): z.output<typeof weatherArguments> {
  return fits(weatherArguments, json(text, 'arguments'), 'arguments');
}

/** A conversation in which the tool was called and has answered. */
export const afterTheCall = (celsius: number) => [
  { role: 'user' as const, content: 'How many degrees does it have in Lisbon?' },
  {
    role: 'assistant' as const,
    content: null,
    tool_calls: [
      {
        id: 'call_1',
        type: 'function' as const,
        function: { name: toolName, arguments: '{"city":"Lisbon"}' },
      },
    ],
  },
  { role: 'tool' as const, tool_call_id: 'call_1', content: JSON.stringify({ temperature: celsius }) },
];

/** What structured answers of the suites are. */
export const citySchema = z.strictObject({
  name: z.string(),
  country: z.string(),
  population: z.int().min(0),
});

/** The same as JSON schema. */
export const cityJsonSchema: Record<string, unknown> = { ...z.toJSONSchema(citySchema, { io: 'input' }) };
delete cityJsonSchema['$schema'];

export const cityQuestion = 'Describe Lisbon as JSON: its name, its country and its population.';
