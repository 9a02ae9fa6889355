/** The bindings that this Worker needs; `wrangler.jsonc` configures them. */
export interface Env {
  readonly NOTES: {
    put(key: string, value: string): Promise<unknown>;
    get(key: string): Promise<{ text?(): Promise<string> } | null>;
  };
  readonly AI: { run(model: string, input: object): Promise<{ response?: string }> };
  readonly REPOS: { create(name: string): Promise<{ remote: string; token: string }> };
  readonly MODEL: string;
}

/**
 * Stores, summarises and publishes notes.
 *
 * - `PUT /name` stores a note, `GET /name` returns it
 * - `GET /name/summary` returns a summary by a model
 * - `POST /name/repository` creates a Git repository for it
 */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const [, name = '', action] = new URL(request.url).pathname.split('/');
    if (name === '') return new Response('Which note?', { status: 404 });
    if (request.method === 'PUT') {
      await env.NOTES.put(name, await request.text());
      return new Response(null, { status: 204 });
    }
    const note = await (await env.NOTES.get(name))?.text?.();
    if (note === undefined) return new Response('No such note.', { status: 404 });
    if (action === 'summary') {
      const { response } = await env.AI.run(env.MODEL, { prompt: `Sum up in one sentence: ${note}` });
      return new Response(response);
    }
    if (action === 'repository' && request.method === 'POST') {
      return Response.json(await env.REPOS.create(name), { status: 201 });
    }
    return new Response(note);
  },
};
