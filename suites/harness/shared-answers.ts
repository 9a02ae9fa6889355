import type { Exchange, Recorder } from './exchange.ts';
import type { Transport } from './transport.ts';

/** An answer that several tests judge, each for itself. */
interface SharedAnswer {
  readonly exchange: Exchange | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: ArrayBuffer;
}

/** Answers to requests that change nothing and that several tests of a run send word for word. */
export interface SharedAnswers {
  /**
   * Sends a request as `open` does, or takes the answer that another test of the run got to the same one, and puts
   * its exchange on record here too.
   *
   * @param open makes a transport that keeps a record in the recorder it is given
   */
  send(request: Request, open: (recorder: Recorder) => Transport, recorder: Recorder): Promise<Response>;
}

/**
 * Makes the shared answers of one run. Success alone is shared: whatever else comes may be better the next time, and
 * is asked for again by each test.
 */
export function createSharedAnswers(): SharedAnswers {
  const answers = new Map<string, Promise<SharedAnswer>>();
  const ask = async (request: Request, open: (recorder: Recorder) => Transport, recorder: Recorder) => {
    let exchange: Exchange | undefined;
    const transport = open({
      add(added) {
        exchange = recorder.add(added);
        return exchange;
      },
    });
    const response = await transport(request);
    const { status, headers } = response;
    return { status, headers, bytes: await response.arrayBuffer(), exchange };
  };
  return {
    async send(request, open, recorder) {
      const key = await keyOf(request);
      const before = answers.get(key);
      const known = before && (await before.catch(() => undefined));
      if (known && isSuccess(known)) {
        if (known.exchange) recorder.add(known.exchange);
        return responseOf(known);
      }
      const asked = ask(request, open, recorder);
      answers.set(key, asked);
      const forget = () => {
        if (answers.get(key) === asked) answers.delete(key);
      };
      const answer = await asked.catch((error: unknown) => {
        forget();
        throw error;
      });
      if (!isSuccess(answer)) forget();
      return responseOf(answer);
    },
  };
}

const isSuccess = ({ status }: SharedAnswer) => status >= 200 && status <= 299;

function responseOf({ status, headers, bytes }: SharedAnswer): Response {
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
}

/** What makes two requests the same: everything that is sent. */
async function keyOf(request: Request): Promise<string> {
  const { method, url, headers, redirect } = request;
  const body = request.body === null ? null : await request.clone().text();
  return JSON.stringify([method, url, redirect, [...headers], body]);
}
