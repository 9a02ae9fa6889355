/** The environment of the Worker. */
export interface Env {
  /** The models. */
  readonly AI: Models;
  /** Where Python runs: a namespace of durable objects. */
  readonly Sandbox: SandboxNamespace;
  /** The model to use, which must support tools; by default one of the large open models. */
  readonly MODEL?: string | undefined;
}

/** The part of a binding of models that is needed here. */
export interface Models {
  run(model: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export interface SandboxNamespace<Id = unknown> {
  idFromName(name: string): Id;
  get(id: Id): Sandbox;
}

/** The part of a sandbox that is needed here: sandbox-sdk. */
export interface Sandbox {
  createCodeContext(options: { readonly language: 'python' }): Promise<CodeContext>;
  runCode(code: string, options?: { readonly context?: CodeContext | undefined }): Promise<Execution>;
}

export interface CodeContext {
  readonly id: string;
}

/** The result of a program. */
export interface Execution {
  readonly logs: { readonly stdout: readonly string[]; readonly stderr: readonly string[] };
  readonly error?: ExecutionError | undefined;
  readonly results: readonly ExecutionResult[];
}

/** Both names are in use. */
export interface ExecutionError {
  readonly name: string;
  readonly message?: string | undefined;
  readonly value?: string | undefined;
}

export interface ExecutionResult {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}

/** Maximum number of model calls per prompt: seed, Limits. */
export const mostSteps = 5;

const defaultModel = '@cf/openai/gpt-oss-120b';
/** Enough for a program, which is useless when truncated. */
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
 * Answers a prompt. The model is called, the programs it requests are run, and it is called again with their output,
 * until it requests none or reaches the maximum number of steps. The answer is the text of the last step alone;
 * programs of the last step are run too.
 *
 * @throws errors of the model; errors of a tool go back to the model
 */
export async function answerPrompt(env: Env, prompt: string): Promise<string> {
  const messages: Readonly<Record<string, unknown>>[] = [{ role: 'user', content: prompt }];
  let lastText = '';
  for (let step = 0; step < mostSteps; step++) {
    const input = { messages: [...messages], tools, max_tokens: mostTokens };
    const { text, calls } = readModelAnswer(await env.AI.run(env.MODEL ?? defaultModel, input));
    lastText = text;
    if (calls.length === 0) break;
    const toolCalls = calls.map(({ id, ...about }) => ({ id, type: 'function', function: about }));
    messages.push({ role: 'assistant', content: text, tool_calls: toolCalls });
    const outputs = await Promise.all(calls.map((call) => outputOfCall(env, call)));
    for (const [index, { id, name }] of calls.entries())
      messages.push({ role: 'tool', tool_call_id: id, name, content: outputs[index] ?? '' });
  }
  return lastText;
}

/** Returns the model's message about a call, successful or not. */
async function outputOfCall(env: Env, call: ToolCall): Promise<string> {
  if (call.name !== toolName)
    return `Error: there is no tool ${JSON.stringify(call.name)}, only ${toolName}.`;
  const code = getCode(call.arguments);
  if (code === undefined) return `Error: ${toolName} takes JSON with the program as the text "code".`;
  try {
    return await runPython(env.Sandbox, code);
  } catch (error) {
    return `Error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function getCode(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && typeof value['code'] === 'string' ? value['code'] : undefined;
  } catch {
    return undefined;
  }
}

/** One sandbox serves all prompts; each program has its own context in it. */
const sandboxName = 'code-interpreter';

/** Runs a program and formats its result for the model. */
export async function runPython(namespace: SandboxNamespace, code: string): Promise<string> {
  const sandbox = namespace.get(namespace.idFromName(sandboxName));
  const context = await sandbox.createCodeContext({ language: 'python' });
  return getOutput(await sandbox.runCode(code, { context }));
}

/**
 * Formats the output of a program: its results, else its error, else what it printed (sandbox-sdk).
 */
export function getOutput({ results, error, logs }: Execution): string {
  if (results.length > 0)
    return results.map((result) => result.text ?? result.html ?? JSON.stringify(result)).join('\n');
  if (error) return `Error: ${error.name}: ${error.message ?? error.value ?? ''}`.replace(/: $/, '');
  const stdout = logs.stdout.join('\n');
  const stderr = logs.stderr.join('\n');
  if (stdout === '' && stderr === '') return 'Code executed successfully';
  return stderr === '' ? stdout : `${stdout}\nError: ${stderr}`.trimStart();
}

/** A tool call of the model. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, not parsed yet. */
  readonly arguments: string;
}

/** The model's answer to one step. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/**
 * Parses the model's answer in either format of text models: the choices of a chat completion, or `response` with
 * `tool_calls`.
 *
 * @throws Error if the answer is not an object
 */
export function readModelAnswer(answer: unknown): ModelAnswer {
  if (!isRecord(answer)) throw new Error('The model returned no readable answer.');
  const [choice]: readonly unknown[] = Array.isArray(answer['choices']) ? answer['choices'] : [];
  const message = isRecord(choice) && isRecord(choice['message']) ? choice['message'] : answer;
  const text = message['content'] ?? message['response'];
  const calls: readonly unknown[] = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return { text: typeof text === 'string' ? text : '', calls: calls.flatMap(readCall) };
}

/** Calls have name and arguments in `function` or at the top level; the arguments are text or an object. */
function readCall(call: unknown, index: number): readonly ToolCall[] {
  if (!isRecord(call)) return [];
  const about = isRecord(call['function']) ? call['function'] : call;
  const { name, arguments: given } = about;
  const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : `call_${index}`;
  return [
    {
      id,
      name: String(name ?? ''),
      arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
    },
  ];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Answers prompts with a model that runs Python. */
export const codeInterpreter = {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== '/run' || request.method !== 'POST') return getText('Not Found', 404);
    try {
      const body: unknown = await request.json().catch(() => {
        // Each runtime has its own message for this.
        throw new Error('The request body is not JSON');
      });
      const input = isRecord(body) ? body['input'] : undefined;
      if (input === undefined || input === null || input === '') return getText('Missing input field', 400);
      if (typeof input !== 'string') return getText('The input field must be a string', 400);
      return getText((await answerPrompt(env, input)) || 'No response generated');
    } catch (error) {
      return getText(error instanceof Error ? error.message : String(error), 500);
    }
  },
};

/** Everything is answered as text: seed, Code-interpreter example. */
function getText(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain;charset=UTF-8' } });
}

// biome-ignore lint/style/noDefaultExport: what the platform calls is the default export of a module
export default codeInterpreter;
