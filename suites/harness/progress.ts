import { toVisibleLine } from '../../spec/visible-text.ts';
import type { TestResult } from './results.ts';

/** Milliseconds between two lines in a log without a terminal. */
const interval = 10_000;

/** Milliseconds after which a running test is named. */
const longTest = 10_000;

export interface ProgressOptions {
  readonly write: (text: string) => void;
  /** Redraws one line, for a terminal. */
  readonly live: boolean;
  /** Width of the terminal in characters. */
  readonly columns: number;
  /** Colours the line of a run with failures. */
  readonly alarm: (text: string) => string;
}

/** Shows the progress of a run. */
export interface Progress {
  /** A test begins. */
  testing(id: string): void;
  tested(result: TestResult, isFailure: boolean): void;
  /** Writes a line above the redrawn one. */
  print(line: string): void;
  end(): void;
}

/** Follows a run of so many tests: with a bar in a terminal, else with a line every ten seconds. */
export function createProgress(total: number, { write, live, columns, alarm }: ProgressOptions): Progress {
  const began = performance.now();
  const clear = live ? '\r\u001b[2K' : '';
  const seen = { done: 0, failed: 0 };
  const running = new Map<string, number>();
  const secondsLeft = () => ((performance.now() - began) / 1000 / seen.done) * (total - seen.done);
  const print = (line: string) => write(`${clear}${line}\n`);

  /** The tests that have been running for long, the first one first. */
  const slowTests = () => {
    const now = performance.now();
    const slow = [...running].filter(([, since]) => now - since >= longTest);
    return slow.map(([id, since]) => `${id} (${Math.floor((now - since) / 1000)} s)`);
  };

  const drawBar = (what: string) => {
    const width = 20;
    const filled = Math.round((seen.done / Math.max(total, 1)) * width);
    const bar = `${'='.repeat(filled)}${' '.repeat(width - filled)}`;
    const wrong = seen.failed === 0 ? '' : `, ${seen.failed} failed`;
    const left = seen.done === 0 ? '' : `, ${clock(secondsLeft())} left`;
    const text = `${bar}| ${seen.done}/${total}${wrong}${left}  ${toVisibleLine(what)}`;
    const cut = text.slice(0, Math.max(columns - 1, width));
    write(`${clear}${seen.failed === 0 ? cut : alarm(cut)}`);
  };

  const tick = () => {
    const slow = slowTests();
    if (live) {
      if (slow.length > 0) drawBar(slow.join(', '));
      return;
    }
    const left = seen.done === 0 ? '' : `, about ${clock(secondsLeft())} left`;
    const waiting = slow.length === 0 ? '' : `, waiting for ${slow.join(', ')}`;
    print(`${seen.done}/${total} tests, ${seen.failed} failed${left}${waiting}`);
  };
  const timer = setInterval(tick, live ? 1_000 : interval);
  timer.unref?.();

  return {
    testing(id) {
      running.set(id, performance.now());
    },
    tested({ id, suite }, isFailure) {
      running.delete(id);
      seen.done++;
      if (isFailure) seen.failed++;
      if (live) drawBar(suite);
    },
    print,
    end() {
      clearInterval(timer);
      write(clear);
    },
  };
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
