import { answerPrompt } from './answer-prompt.ts';
import type { Env } from './env.ts';
import { isRecord } from './model-answer.ts';

/** Answers prompts, with a model that runs Python. */
export const codeInterpreter = {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== '/run' || request.method !== 'POST') return textOf('Not Found', 404);
    try {
      const body: unknown = await request.json();
      const input = isRecord(body) ? body['input'] : undefined;
      if (input === undefined || input === null || input === '') return textOf('Missing input field', 400);
      if (typeof input !== 'string') return textOf('The input field must be a string', 400);
      return textOf((await answerPrompt(env, input)) || 'No response generated');
    } catch (error) {
      return textOf(error instanceof Error ? error.message : String(error), 500);
    }
  },
};

/** Everything is answered as text: seed, Code-interpreter example. */
function textOf(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain;charset=UTF-8' } });
}

// biome-ignore lint/style/noDefaultExport: what the platform calls is the default export of a module
export default codeInterpreter;
