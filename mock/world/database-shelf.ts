import { sqliteLimits } from '../../spec/engine-limits.ts';
import type { ChangedPages } from '../engines/sqlite/index.ts';
import { byId, Collection } from './collection.ts';
import { onDemand } from './on-demand.ts';

/** What a SQL database contains, without its pages. */
export interface StoredDatabase {
  readonly id: string;
  /** Another one for each content. */
  readonly version: string;
  readonly pages: number;
  readonly tables: number;
}

/** One page of a SQL database, so that a change is as small as what it changes. */
export interface StoredPage {
  /** The id of the database and the number of the page, from 0. */
  readonly id: string;
  readonly base64: string;
}

/** What a database contained from some moment on. Contents share the pages in which they don't differ. */
export interface PastContent extends Pick<StoredDatabase, 'version' | 'tables'> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** In base64. */
  readonly pages: readonly string[];
}

const getPageId = (database: string, number: number) => `${database}/${number}`;

const Parts = onDemand({
  contents: () => new Collection<StoredDatabase>(byId),
  pages: () => new Collection<StoredPage>(byId),
});

/** Contents of the SQL databases of an account. */
export class DatabaseShelf extends Parts {
  /** By database, the oldest first. They end with the server. */
  readonly #past = new Map<string, readonly PastContent[]>();

  /** A database without a record is new. */
  find(id: string): StoredDatabase {
    return this.contents.get(id) ?? { id, version: '', pages: 0, tables: 0 };
  }

  /** All pages of a database, in base64. */
  pagesOf(id: string): readonly string[] {
    return Array.from({ length: this.find(id).pages }, (_, number) => {
      const page = this.pages.get(getPageId(id, number));
      if (!page) throw new Error(`The database ${id} has no page ${number}.`);
      return page.base64;
    });
  }

  /** Remembers what a database contains now, and returns all that is remembered of it. */
  remember(id: string, at: number): readonly PastContent[] {
    const known = this.#past.get(id) ?? [];
    const { version, tables } = this.find(id);
    if (known.at(-1)?.version === version) return known;
    const contents = [...known, { at, version, tables, pages: this.pagesOf(id) }];
    const latest = contents.slice(-sqliteLimits.contents);
    this.#past.set(id, latest);
    return latest;
  }

  keep(id: string, version: string, changed: ChangedPages): void {
    this.#cut(id, changed.count);
    this.pages.put(...changed.pages.map(([number, base64]) => ({ id: getPageId(id, number), base64 })));
    this.contents.put({ id, version, pages: changed.count, tables: changed.tables });
  }

  remove(id: string): void {
    this.#cut(id, 0);
    this.contents.remove(id);
    this.#past.delete(id);
  }

  /** Removes pages behind those that remain. */
  #cut(id: string, remaining: number): void {
    const { pages: known } = this.find(id);
    if (known <= remaining) return;
    this.pages.remove(
      ...Array.from({ length: known - remaining }, (_, index) => getPageId(id, remaining + index)),
    );
  }
}
