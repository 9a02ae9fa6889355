import type { Env, Execution } from '../worker.ts';

/** The model's answer to one step, or the error it throws. */
export type Step = Readonly<Record<string, unknown>> | Error;

export interface StubEnv extends Env {
  /** Inputs of the model, step by step. */
  readonly asked: readonly { readonly model: string; readonly input: Readonly<Record<string, unknown>> }[];
  /** Programs that were run. */
  readonly ran: readonly string[];
}

/**
 * A model that answers with the given steps, repeating the last one, and a sandbox that returns the program it was
 * given.
 */
export function stubEnv(steps: readonly Step[], run: (code: string) => Partial<Execution> = echo): StubEnv {
  const asked: { model: string; input: Readonly<Record<string, unknown>> }[] = [];
  const ran: string[] = [];
  return {
    asked,
    ran,
    AI: {
      async run(model, input) {
        const step = steps[Math.min(asked.length, steps.length - 1)];
        asked.push({ model, input });
        if (step instanceof Error) throw step;
        return step;
      },
    },
    Sandbox: {
      idFromName: (name) => name,
      get: () => ({
        createCodeContext: async () => ({ id: `context-${ran.length}` }),
        async runCode(code) {
          ran.push(code);
          return { logs: { stdout: [], stderr: [] }, results: [], ...run(code) };
        },
      }),
    },
  };
}

const echo = (code: string): Partial<Execution> => ({ logs: { stdout: [`ran ${code}\n`], stderr: [] } });

/** A step with text. */
export const says = (text: string, finish = 'stop'): Step => completion({ content: text }, finish);

/** A step with calls to run programs. */
export function wants(codes: readonly string[], text: string | null = null, finish = 'tool_calls'): Step {
  return completion(
    { content: text, tool_calls: codes.map((code) => call(JSON.stringify({ code }))) },
    finish,
  );
}

/** A step with one raw call. */
export function call(json: string, name = 'execute_python') {
  return { id: 'call_a', type: 'function', function: { name, arguments: json } };
}

export function completion(message: Readonly<Record<string, unknown>>, finish_reason = 'tool_calls'): Step {
  return { choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }] };
}
