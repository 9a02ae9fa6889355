import { sqliteLimits as limits } from '../../../../spec/engine-limits.ts';
import type { SqlAnswer, SqlWork } from './messages.ts';
import { OpenDatabase } from './open-database.ts';
import { missing } from './runtime-sqlite.ts';

interface Remembered {
  readonly version: string;
  readonly database: OpenDatabase;
}

/** Does the work of a process, which remembers the databases that it used last. */
export class SqlServer {
  /** By id, the latest at the end. */
  readonly #remembered = new Map<string, Remembered>();

  answer({ id, version, pages, task }: SqlWork): SqlAnswer {
    if (missing !== undefined) return { missing };
    const database = this.#take(id, version, pages);
    if (!database) return { wants: 'pages' };
    let kept = version;
    try {
      if (task.kind === 'dump') return { text: database.dump(task.options) };
      const run = database.run(task.queries);
      if (run.changed) kept = task.next;
      return run;
    } catch (error) {
      return { refused: toWords(error) };
    } finally {
      this.#remember(id, kept, database);
    }
  }

  #take(id: string, version: string, pages: SqlWork['pages']): OpenDatabase | undefined {
    const known = this.#remembered.get(id);
    this.#remembered.delete(id);
    if (known?.version === version) return known.database;
    known?.database.close();
    return pages && new OpenDatabase(Buffer.concat(pages.map((page) => Buffer.from(page, 'base64'))));
  }

  #remember(id: string, version: string, database: OpenDatabase): void {
    if (database.isSet) {
      database.close();
      return;
    }
    this.#remembered.set(id, { version, database });
    let bytes = 0;
    for (const [other, { database: open }] of [...this.#remembered].reverse()) {
      bytes += open.bytes;
      if (bytes <= limits.rememberedBytes || other === id) continue;
      this.#remembered.delete(other);
      open.close();
    }
  }
}

/** What SQLite says about an error, as D1 passes it on: with the name of its code. */
function toWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (code === undefined) return error.message;
  const name = names[code] ?? 'SQLITE_ERROR';
  // Bun and Node word a forbidden action differently.
  return `${code === 23 ? 'not authorized' : error.message}: ${name}`;
}

/** Names of the codes that statements can have: SQLite, Result and Error Codes. */
const names: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  17: 'SQLITE_SCHEMA',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  21: 'SQLITE_MISUSE',
  23: 'SQLITE_AUTH',
  25: 'SQLITE_RANGE',
};
