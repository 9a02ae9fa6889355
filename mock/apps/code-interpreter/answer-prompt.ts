import type { Env } from './env.ts';
import { isRecord, readModelAnswer, type ToolCall } from './model-answer.ts';
import { runPython } from './run-python.ts';

/** How often the model is asked for one prompt: seed, Limits. */
export const mostSteps = 5;

const defaultModel = '@cf/openai/gpt-oss-120b';
/** Enough for a program, which is of no use when it is cut off. */
const mostTokens = 2048;

const toolName = 'execute_python';
const tools = [
  {
    type: 'function',
    function: {
      name: toolName,
      description: 'Execute Python code and return the output',
      parameters: {
        type: 'object',
        properties: { code: { type: 'string', description: 'The Python code to execute' } },
        required: ['code'],
      },
    },
  },
];

/**
 * Answers a prompt: the model is asked, the programs it wants are run, and it is asked again with their output,
 * until it wants none or has had its steps. The answer is the text of the last step alone; programs of the last
 * step are run too.
 *
 * @throws what the model fails with; what a tool fails with goes back to the model
 */
export async function answerPrompt(env: Env, prompt: string): Promise<string> {
  const messages: Readonly<Record<string, unknown>>[] = [{ role: 'user', content: prompt }];
  let said = '';
  for (let step = 0; step < mostSteps; step++) {
    const input = { messages: [...messages], tools, max_tokens: mostTokens };
    const { text, calls } = readModelAnswer(await env.AI.run(env.MODEL ?? defaultModel, input));
    said = text;
    if (calls.length === 0) break;
    const told = calls.map(({ id, ...about }) => ({ id, type: 'function', function: about }));
    messages.push({ role: 'assistant', content: text, tool_calls: told });
    const outputs = await Promise.all(calls.map((call) => outputOfCall(env, call)));
    for (const [index, { id, name }] of calls.entries())
      messages.push({ role: 'tool', tool_call_id: id, name, content: outputs[index] ?? '' });
  }
  return said;
}

/** What the model is told of a call, whatever comes of it. */
async function outputOfCall(env: Env, call: ToolCall): Promise<string> {
  if (call.name !== toolName)
    return `Error: there is no tool ${JSON.stringify(call.name)}, only ${toolName}.`;
  const code = codeOf(call.arguments);
  if (code === undefined) return `Error: ${toolName} takes JSON with the program as the text "code".`;
  try {
    return await runPython(env.Sandbox, code);
  } catch (error) {
    return `Error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function codeOf(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && typeof value['code'] === 'string' ? value['code'] : undefined;
  } catch {
    return undefined;
  }
}
