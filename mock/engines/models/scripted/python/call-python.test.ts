import { describe, expect, it } from 'vitest';
import type { Generation, Tool } from '../../backend.ts';
import { run, user } from '../testing/run-generation.ts';
import { isPythonTool } from './python-tool.ts';

const code = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
const python: Tool = {
  name: 'execute_python',
  description: 'Execute Python code and return the output',
  parameters: code,
};
const weather: Tool = {
  name: 'get_weather',
  description: 'Get the current weather for a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const calculator: Tool = {
  name: 'calculator',
  description: 'Evaluate a math expression',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
};

const asked = (prompt: string, rest: Partial<Generation> = {}) =>
  run({ messages: [user(prompt)], tools: [python], ...rest });

const programOf = (call: { readonly arguments: string } | undefined): unknown =>
  JSON.parse(call?.arguments ?? '{}').code;

describe('a tool that runs Python', () => {
  it.each<[string, Tool, boolean]>([
    ['says so by its name', { name: 'run_python', parameters: code }, true],
    ['says so in its description', { name: 'run', description: 'Runs Python 3.', parameters: code }, true],
    ['runs code of no language', { name: 'code_interpreter', parameters: code }, true],
    [
      'is not one for another language',
      { name: 'run_code', description: 'Runs JavaScript', parameters: code },
      false,
    ],
    [
      'is not one that looks up codes',
      { name: 'get_airport', description: 'By its IATA code', parameters: code },
      false,
    ],
    [
      'is not one that takes more than code',
      {
        name: 'python',
        parameters: { ...code, properties: { ...code.properties, timeout: { type: 'number' } } },
      },
      false,
    ],
    ['is not one without parameters', { name: 'python' }, false],
  ])('%s', (_, tool, expected) => {
    expect(isPythonTool(tool)).toBe(expected);
  });

  it('is called with a program for a task', async () => {
    const { calls, text, finish } = await asked('What is 17 times 23?');
    expect(calls).toMatchObject([{ name: 'execute_python' }]);
    expect(programOf(calls[0])).toBe('print(17 * 23)');
    expect([text, finish.reason]).toEqual(['', 'tool-calls']);
  });

  it('is told of in the answer, as it wrote its output', async () => {
    const messages: Generation['messages'] = [
      user('What is the 100th Fibonacci number?'),
      { role: 'assistant', parts: [], toolCalls: [{ id: 'a', name: 'execute_python', arguments: '{}' }] },
      { role: 'tool', callId: 'a', parts: [{ type: 'text', text: '354224848179261915075\n' }] },
    ];
    const { calls, text } = await run({ messages, tools: [python] });
    expect(calls).toEqual([]);
    expect(text).toContain('execute_python: 354224848179261915075.');
  });

  it.each([
    ['Tell me a story about a dragon.', 'No Python was run for this.'],
    ['Was ist die Hauptstadt von Frankreich?', 'Dafür wurde kein Python ausgeführt.'],
    ['What is 2 + 2? Do not use any tools.', 'No Python was run for this.'],
  ])('is not called for anything else, which the answer says: %s', async (prompt, said) => {
    const { calls, text } = await asked(prompt);
    expect(calls).toEqual([]);
    expect(text.split('\n')[0]).toBe(said);
  });

  it('changes nothing where it must not be called', async () => {
    const prompt = 'Tell me a story about a dragon.';
    expect((await asked(prompt, { toolChoice: { type: 'none' } })).text).toBe((await run(prompt)).text);
  });

  it.each<[string, Generation['toolChoice']]>([
    ['required', { type: 'required' }],
    ['named', { type: 'named', name: 'execute_python' }],
  ])('is called with a program in any case where it is %s', async (_, toolChoice) => {
    const story = await asked('Tell me a story.', { ...(toolChoice && { toolChoice }) });
    expect(programOf(story.calls[0])).toBe('print("Tell me a story.")');
    const task = await asked('Is 97 prime?', { ...(toolChoice && { toolChoice }) });
    expect(programOf(task.calls[0])).toContain('is_prime(97)');
  });

  it('leaves to other tools what is theirs', async () => {
    const tools = [python, weather, calculator];
    const names = async (prompt: string) => (await asked(prompt, { tools })).calls.map(({ name }) => name);
    expect(await names('What is the weather in Paris?')).toEqual(['get_weather']);
    expect(await names('What is 2 + 3?')).toEqual(['calculator']);
    expect(await names('Sort 5, 3, 9')).toEqual(['execute_python']);
  });
});
