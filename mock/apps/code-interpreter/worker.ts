/** What the Worker is configured with. */
export interface Env {
  /** The models. */
  readonly AI: Models;
  /** Where Python runs: a namespace of durable objects. */
  readonly Sandbox: SandboxNamespace;
  /** The model that is asked, which has to take tools; one of the large open models where left out. */
  readonly MODEL?: string | undefined;
}

/** As much of a binding of models as is needed here. */
export interface Models {
  run(model: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export interface SandboxNamespace<Id = unknown> {
  idFromName(name: string): Id;
  get(id: Id): Sandbox;
}

/** As much of a sandbox as is needed here: sandbox-sdk. */
export interface Sandbox {
  createCodeContext(options: { readonly language: 'python' }): Promise<CodeContext>;
  runCode(code: string, options?: { readonly context?: CodeContext | undefined }): Promise<Execution>;
}

export interface CodeContext {
  readonly id: string;
}

/** What came of a program. */
export interface Execution {
  readonly logs: { readonly stdout: readonly string[]; readonly stderr: readonly string[] };
  readonly error?: ExecutionError | undefined;
  readonly results: readonly ExecutionResult[];
}

/** Two names for the same are about. */
export interface ExecutionError {
  readonly name: string;
  readonly message?: string | undefined;
  readonly value?: string | undefined;
}

export interface ExecutionResult {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}

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

/** One sandbox serves every prompt; each program has a context of its own in it. */
const sandboxName = 'code-interpreter';

/** Runs a program, and tells what came of it as the model reads it. */
export async function runPython(namespace: SandboxNamespace, code: string): Promise<string> {
  const sandbox = namespace.get(namespace.idFromName(sandboxName));
  const context = await sandbox.createCodeContext({ language: 'python' });
  return getOutput(await sandbox.runCode(code, { context }));
}

/**
 * The output of a program as a text: its results, else its error, else what it wrote (sandbox-sdk).
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

/** A call of a tool, as the model wants it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text; nobody has read it yet. */
  readonly arguments: string;
}

/** What a model answers to one step. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/**
 * Reads what a model answers, in either of the shapes that text models have: the choices of a chat completion, or
 * `response` with `tool_calls`.
 *
 * @throws Error if the answer is not an object
 */
export function readModelAnswer(answer: unknown): ModelAnswer {
  if (!isRecord(answer)) throw new Error('The model gave no answer that can be read.');
  const [choice]: readonly unknown[] = Array.isArray(answer['choices']) ? answer['choices'] : [];
  const message = isRecord(choice) && isRecord(choice['message']) ? choice['message'] : answer;
  const text = message['content'] ?? message['response'];
  const calls: readonly unknown[] = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return { text: typeof text === 'string' ? text : '', calls: calls.flatMap(readCall) };
}

/** Calls have their name and arguments in `function` or bare, the arguments as a text or as an object. */
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

/** Answers prompts, with a model that runs Python. */
export const codeInterpreter = {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== '/run' || request.method !== 'POST') return getText('Not Found', 404);
    try {
      const body: unknown = await request.json().catch(() => {
        // Each runtime has words of its own for it.
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
