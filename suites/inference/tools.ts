import { z } from 'zod';
import { json } from '../harness/assertions.ts';
import { fits } from './asking.ts';

/** The arguments of the suites' tool. */
export const weatherArguments = z.strictObject({
  city: z.string().min(1),
  unit: z.enum(['celsius', 'fahrenheit']).optional(),
});

export const toolName = 'get_weather';

/** The arguments as a JSON schema. */
export const parameters: Record<string, unknown> = { ...z.toJSONSchema(weatherArguments, { io: 'input' }) };
delete parameters['$schema'];

const description = 'Tells the present weather of a city';

/** The tool in the chat-completions format. */
export const weatherTool = {
  type: 'function' as const,
  function: { name: toolName, description, parameters },
};

/** The tool in the old format of the run endpoints. */
export const flatWeatherTool = { name: toolName, description, parameters };

export const weatherQuestion = 'What is the weather in Lisbon right now? Call the tool get_weather.';

/** Fails unless the JSON text fits the tool's arguments. */
export function getArguments(text: unknown): z.output<typeof weatherArguments> {
  return fits(weatherArguments, json(text, 'arguments'), 'arguments');
}

/** A conversation with a call of the tool and its result. */
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

/** The shape of the suites' structured answers. */
export const citySchema = z.strictObject({
  name: z.string(),
  country: z.string(),
  population: z.int().min(0),
});

/** The same as a JSON schema. */
export const cityJsonSchema: Record<string, unknown> = { ...z.toJSONSchema(citySchema, { io: 'input' }) };
delete cityJsonSchema['$schema'];

export const cityQuestion = 'Describe Lisbon as JSON: its name, its country and its population.';
