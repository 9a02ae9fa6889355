import type { SentRequest, WholeAnswer } from '../../spec/client.ts';
import type { Exchange, Recorder } from './exchange.ts';
import { forAllTests, holdIfOver } from './running-test.ts';
import type { Transport } from './transport.ts';

/** An answer that several tests judge independently. */
interface SharedAnswer {
  readonly exchange: Exchange | undefined;
  readonly answer: WholeAnswer;
}

/** Answers to requests that change nothing and that several tests of a run send identically. */
export interface SharedAnswers {
  /**
   * Sends a request with `open`, or reuses the answer to the same request from another test. Records the exchange
   * either way.
   *
   * @param open creates a transport that records into the given recorder
   */
  send(request: SentRequest, open: Opening, recorder: Recorder): Promise<WholeAnswer>;
}

type Opening = (recorder: Recorder) => Transport;

/**
 * Creates the shared answers of one run. Only successes are shared: a failure may succeed the next time, so each test
 * sends the request again.
 */
export function createSharedAnswers(): SharedAnswers {
  const answers = new Map<string, Promise<SharedAnswer>>();
  const ask = async (request: SentRequest, open: Opening, recorder: Recorder): Promise<SharedAnswer> => {
    let exchange: Exchange | undefined;
    const transport = open({
      add(added) {
        exchange = recorder.add(added);
        return exchange;
      },
    });
    const answer = await transport(request);
    return { answer, exchange };
  };
  return {
    async send(request, open, recorder) {
      await holdIfOver();
      const key = await getKey(request);
      const before = answers.get(key);
      const known = before && (await before.catch(() => undefined));
      if (known && isSuccess(known)) {
        if (known.exchange) recorder.add(known.exchange);
        return known.answer;
      }
      const asked = forAllTests(() => ask(request, open, recorder));
      answers.set(key, asked);
      const forget = () => {
        if (answers.get(key) === asked) answers.delete(key);
      };
      const got = await asked.catch((error: unknown) => {
        forget();
        throw error;
      });
      if (!isSuccess(got)) forget();
      return got.answer;
    },
  };
}

const isSuccess = ({ answer }: SharedAnswer) => answer.status >= 200 && answer.status <= 299;

/** The identity of a request: everything that is sent. */
async function getKey({ method, url, headers, body }: SentRequest): Promise<string> {
  const text = body === undefined ? null : await new Response(body).text();
  return JSON.stringify([method, url, headers, text]);
}

/** A limited number of places. */
export interface Room {
  /**
   * Waits for a place, first come, first served.
   *
   * @returns releases the place; call it once
   */
  enter(): Promise<() => void>;
}

/**
 * Creates a room.
 *
 * @param places how many tests may be in it at a time
 */
export function createRoom(places: number): Room {
  const waiting: (() => void)[] = [];
  let free = places;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return {
    async enter() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return leave;
    },
  };
}
