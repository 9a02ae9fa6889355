import type { ChangedPages, DumpOptions, SqlQuery, SqlResult } from '../sqlite-engine.ts';

/** A piece of work for a process. */
export interface SqlWork {
  readonly id: string;
  readonly version: string;
  /** All pages, unless the process is expected to remember this version. */
  readonly pages?: readonly string[];
  readonly task:
    | { readonly kind: 'run'; readonly queries: readonly SqlQuery[]; readonly next: string }
    | { readonly kind: 'dump'; readonly options: DumpOptions };
}

export type SqlAnswer =
  | { readonly results: readonly SqlResult[]; readonly changed?: ChangedPages }
  | { readonly text: string }
  /** The process does not have this version: it wants the pages. */
  | { readonly wants: 'pages' }
  /** What the runtime lacks. */
  | { readonly missing: string }
  /** What SQLite says. */
  | { readonly refused: string };
