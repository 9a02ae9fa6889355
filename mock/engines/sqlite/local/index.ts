import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { sqliteLimits } from '../../../../spec/engine-limits.ts';
import { WorkError, type WorkLimits, type WorkPlace, WorkThreads } from '../../apart/work-threads.ts';
import { type KeptDatabase, type SqliteEngine, SqliteError } from '../sqlite-engine.ts';
import type { SqlAnswer, SqlWork } from './messages.ts';

/**
 * SQLite of the runtime, in processes of its own. No runtime can end a thread in a query (`node:sqlite` has no
 * interrupt), but every system ends a process.
 */
export function createLocalSqlite(limits: Omit<WorkLimits, 'bytes'> = sqliteLimits.work): SqliteEngine {
  // Each process watches its own memory. Messages are JSON: Deno's channel makes large numbers big integers.
  const work = new WorkThreads<string, string>(startProcess, { ...limits, bytes: Infinity });
  const send = async (message: SqlWork, signal: AbortSignal): Promise<SqlAnswer> =>
    JSON.parse(await work.do(JSON.stringify(message), signal));

  async function ask(
    { id, version, pages }: KeptDatabase,
    task: SqlWork['task'],
    signal: AbortSignal,
  ): Promise<SqlAnswer> {
    try {
      const first = await send({ id, version, task }, signal);
      const answer = 'wants' in first ? await send({ id, version, task, pages: pages() }, signal) : first;
      if ('missing' in answer) throw new SqliteError('no-sqlite', answer.missing);
      if ('refused' in answer) throw new SqliteError('sql', answer.refused);
      return answer;
    } catch (cause) {
      if (!(cause instanceof WorkError)) throw cause;
      throw cause.code === 'work-time'
        ? new SqliteError('sql-time', cause.message, { cause })
        : new SqliteError('sql-memory', cause.message, { cause });
    }
  }

  return {
    async run(database, queries, next, signal) {
      const answer = await ask(database, { kind: 'run', queries, next }, signal);
      if (!('results' in answer)) throw new TypeError('a run has no results');
      return answer;
    },
    async dump(database, options, signal) {
      const answer = await ask(database, { kind: 'dump', options }, signal);
      if (!('text' in answer)) throw new TypeError('a dump has no text');
      return answer.text;
    },
  };
}

function startProcess(): WorkPlace {
  const main = join(import.meta.dirname, 'process-main.ts');
  const flags = 'deno' in process.versions ? ['run', '--allow-all', '--no-config', '--no-lock'] : [];
  const child = spawn(process.execPath, [...flags, main], {
    // An executable file has several programs, and one name.
    env: { TZ: 'UTC', TOUCHSTONE_PROGRAM: main },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    on: (event, listener) => child.on(event, listener),
    off: (event, listener) => child.off(event, listener),
    postMessage: (message) => child.send(String(message)),
    terminate: () => child.kill('SIGKILL'),
    ref() {
      child.ref();
      child.channel?.ref?.();
    },
    // Bun's channel has no `unref`.
    unref() {
      child.unref();
      child.channel?.unref?.();
    },
  };
}
