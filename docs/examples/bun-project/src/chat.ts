/** The address and credentials of the models. */
export interface Models {
  /** Ends in `/ai/v1`. */
  readonly baseUrl: string;
  readonly apiToken: string;
  /** Milliseconds before the retry. */
  readonly retryAfterMs?: number;
}

/** Thrown when there is no complete answer. */
export class ChatError extends Error {}

/**
 * Streams the answer of a model, piece by piece. Retries once if the platform is busy.
 *
 * @throws ChatError if the platform refuses, or the stream ends early
 */
export async function* ask(models: Models, question: string): AsyncGenerator<string> {
  const answer = await send(models, question);
  if (!answer.ok || !answer.body) throw new ChatError(`The platform answered ${answer.status}.`);
  let rest = '';
  let isOver = false;
  try {
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const data = line.slice('data: '.length);
        if (data === '[DONE]') isOver = true;
        else yield toPiece(data);
      }
    }
  } catch (cause) {
    throw new ChatError('The stream failed.', { cause });
  }
  if (!isOver) throw new ChatError('The stream ended early.');
}

async function send(models: Models, question: string): Promise<Response> {
  const first = await post(models, question);
  if (first.status !== 429 && first.status !== 503) return first;
  await Bun.sleep(models.retryAfterMs ?? 1000);
  return post(models, question);
}

const post = ({ baseUrl, apiToken }: Models, question: string) =>
  fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'openai/gpt-5',
      stream: true,
      messages: [{ role: 'user', content: question }],
    }),
  });

function toPiece(data: string): string {
  const { choices } = JSON.parse(data);
  return choices[0]?.delta?.content ?? '';
}
