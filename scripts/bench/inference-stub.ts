/**
 * A model server that streams tokens, as an upstream of Touchstone: `inference-stub.ts PORT TOKENS PAUSE`, with the
 * pause before each token in milliseconds.
 */
const [port, tokens = 0, pause = 0] = process.argv.slice(2).map(Number);
const encoder = new TextEncoder();

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chatcmpl-stub',
  object: 'chat.completion.chunk',
  created: 1_750_000_000,
  model: 'stub',
  choices: [{ index: 0, delta, finish_reason }],
});
const frame = (data: object) => encoder.encode(`data: ${JSON.stringify(data)}\n\n`);

async function* frames() {
  yield frame(chunk({ role: 'assistant', content: '' }));
  for (let token = 0; token < tokens; token++) {
    if (pause > 0) await Bun.sleep(pause);
    yield frame(chunk({ content: ` word${token}` }));
  }
  yield frame(chunk({}, 'stop'));
  const usage = { prompt_tokens: 10, completion_tokens: tokens, total_tokens: tokens + 10 };
  yield frame({ ...chunk({}), choices: [], usage });
  yield encoder.encode('data: [DONE]\n\n');
}

Bun.serve({
  port: port ?? 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  fetch(request) {
    if (request.method !== 'POST') return new Response('ok');
    const steps = frames();
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await steps.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  },
});
