import type { SentRequest, WholeAnswer } from '../../spec/client.ts';
import type { Exchange, Recorder } from './exchange.ts';
import type { Transport } from './transport.ts';

/** An answer that several tests judge, each for itself. */
interface SharedAnswer {
  readonly exchange: Exchange | undefined;
  readonly answer: WholeAnswer;
}

/** Answers to requests that change nothing and that several tests of a run send word for word. */
export interface SharedAnswers {
  /**
   * Sends a request as `open` does, or takes the answer that another test of the run got to the same one, and puts
   * its exchange on record here too.
   *
   * @param open makes a transport that keeps a record in the recorder it is given
   */
  send(request: SentRequest, open: Opening, recorder: Recorder): Promise<WholeAnswer>;
}

type Opening = (recorder: Recorder) => Transport;

/**
 * Makes the shared answers of one run. Success alone is shared: whatever else comes may be better the next time, and
 * is asked for again by each test.
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
      const key = await getKey(request);
      const before = answers.get(key);
      const known = before && (await before.catch(() => undefined));
      if (known && isSuccess(known)) {
        if (known.exchange) recorder.add(known.exchange);
        return known.answer;
      }
      const asked = ask(request, open, recorder);
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

/** What makes two requests the same: everything that is sent. */
async function getKey({ method, url, headers, body }: SentRequest): Promise<string> {
  const text = body === undefined ? null : await new Response(body).text();
  return JSON.stringify([method, url, headers, text]);
}

/** Room for a few. */
export interface Room {
  /**
   * Waits until there is room, in the order in which it was asked for.
   *
   * @returns what gives it back, which is to be called once
   */
  enter(): Promise<() => void>;
}

/**
 * Makes room.
 *
 * @param places how many may be in it at a time
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
