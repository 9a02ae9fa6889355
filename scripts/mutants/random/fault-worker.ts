import { type ChildProcess, fork } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { MutantError } from '../../../suites/mutants/mutant.ts';
import { shortRun } from '../../conform/short-run.ts';
import type { ForParent, ForWorker, Judge, Judgement, Observe, ObservedTest } from './messages.ts';

/** Milliseconds of silence after which the process of a server is killed. */
const patience = 90_000;
/** The same limit for the run without a fault, which measures what each test reaches. */
const longPatience = 300_000;
/** Bytes of memory at which a server is killed. */
const mostMemory = 3 * 2 ** 30;
const pageSize = 4096;

/** A process that serves the mock, with or without a fault. */
export interface FaultWorker {
  /** Runs tests against the correct server. */
  observe(
    asked: Omit<Observe, 'kind'>,
    tested: (test: ObservedTest) => void,
  ): Promise<{ readonly loaded: readonly string[]; readonly atStart: readonly number[] }>;
  judge(asked: Omit<Judge, 'kind'>): Promise<Judgement>;
  /** Whether it can judge another fault. */
  fit(): boolean;
  stop(): Promise<void>;
}

/** @throws MutantError when the process does not start */
export async function startFaultWorker(): Promise<FaultWorker> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), [], {
    env: { ...process.env, ...shortRun },
    // The output of faulty servers is of no use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const started = await getAnswer(child, ended, longPatience, () => {});
  if (typeof started === 'string' || started.kind !== 'ready') {
    child.kill('SIGKILL');
    throw unable(started);
  }
  let tired = false;
  const ask = (message: ForWorker, heard: (message: ForParent) => void) => {
    const answer = getAnswer(child, ended, message.kind === 'judge' ? patience : longPatience, heard);
    child.send(message);
    return answer;
  };
  return {
    async observe(asked, tested) {
      const answer = await ask({ kind: 'observe', ...asked }, (message) => {
        if (message.kind === 'tested') tested(message.test);
      });
      if (typeof answer !== 'string' && answer.kind === 'observed') return answer;
      throw unable(answer);
    },
    async judge(asked) {
      let ran = 0;
      const answer = await ask({ kind: 'judge', ...asked }, ({ kind }) => {
        if (kind === 'alive') ran += 1;
      });
      tired = typeof answer === 'string' || (answer.kind === 'judged' && answer.tired);
      if (typeof answer === 'string')
        return { fate: 'hung', by: asked.tests[ran] ?? null, reason: answer, ran };
      if (answer.kind !== 'judged') throw unable(answer);
      return answer.judgement;
    },
    fit: () => isAlive() && !tired,
    async stop() {
      if (isAlive()) child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(late);
      await rm(started.folder, { recursive: true, force: true });
    },
  };
}

/** The last message of a process, or why it stopped: it is killed after a long silence or for using too much memory. */
function getAnswer(
  child: ChildProcess,
  ended: Promise<void>,
  longest: number,
  heard: (message: ForParent) => void,
): Promise<ForParent | string> {
  return new Promise((resolve) => {
    let last = performance.now();
    const finish = (answer: ForParent | string) => {
      clearInterval(watch);
      child.off('message', hear);
      if (typeof answer === 'string') child.kill('SIGKILL');
      resolve(answer);
    };
    const hear = (message: ForParent) => {
      last = performance.now();
      if (message.kind === 'alive' || message.kind === 'tested') heard(message);
      else finish(message);
    };
    const watch = setInterval(async () => {
      if (performance.now() - last > longest) finish(`silent for ${longest / 1000} s`);
      else if ((await getMemory(child)) > mostMemory) finish('uses too much memory');
    }, 500);
    child.on('message', hear);
    void ended.then(() => finish('its process ended'));
  });
}

/** Resident bytes of a process; 0 if the system does not say. */
async function getMemory({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * pageSize;
}

function unable(answer: ForParent | string): MutantError {
  const why = typeof answer === 'string' ? answer : answer.kind === 'unable' ? answer.reason : answer.kind;
  return new MutantError('mutants-server', `the process that judges faults does not work: ${why}`);
}
