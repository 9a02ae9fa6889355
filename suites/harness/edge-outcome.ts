import type { EdgeReply, EdgeRequest } from './edge.ts';
import { HarnessError } from './errors.ts';

/** Header that the fixture site puts on every answer. */
export const siteMarker = 'touchstone-site';

interface Baseline {
  readonly method: string;
  readonly host: string;
  readonly pattern: RegExp;
  readonly status: number;
  readonly marked: boolean;
}

/**
 * Tells answers of the origin from answers of the edge, without knowing the origin: what a path answered
 * while no rule covered it is its baseline. The fixture site also marks its answers.
 */
export interface Baselines {
  /** Keeps what a path template answered while nothing applied to it. */
  learn(method: string, host: string, template: string, reply: EdgeReply): void;
  /**
   * Whether an answer came from the origin.
   *
   * @throws HarnessError when nothing was learnt about its path, or the origin itself answers an error.
   */
  reached(reply: EdgeReply, host: string): boolean;
}

export function createBaselines(): Baselines {
  const known: Baseline[] = [];
  return {
    learn: (method, host, template, { status, headers }) => {
      const pattern = new RegExp(
        `^${template
          .split(/\{[^/}]+\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('[^/]+')}$`,
      );
      known.push({ method, host, pattern, status, marked: headers.has(siteMarker) });
    },
    reached: ({ request, status, headers }, host) => {
      const { method = 'GET', path } = request satisfies EdgeRequest;
      const plain = path.replace(/[?#].*$/, '');
      const matching = known.filter((one) => one.method === method && one.host === host);
      const baseline = matching.find(({ pattern }) => pattern.test(plain)) ?? known.find((one) => one.marked);
      if (!baseline) {
        throw new HarnessError(
          'edge-baseline',
          `Nothing is known about ${method} ${host}${plain}: save it with t.operation(), or call t.learn() before a rule covers it`,
        );
      }
      if (baseline.marked) return headers.has(siteMarker);
      if (baseline.status >= 400) {
        throw new HarnessError(
          'edge-baseline',
          `The origin itself answers ${method} ${host}${plain} with ${baseline.status}, so a block can't be told: use the fixture site as origin`,
        );
      }
      return status === baseline.status;
    },
  };
}
