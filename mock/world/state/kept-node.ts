import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { type Change, getPath } from './change.ts';

/** Thrown when a kept record has a shape that no version wrote. */
export class KeptRecordError extends TouchstoneError {}

/**
 * The kept records of one path, and those below it.
 *
 * @example
 * const root = new KeptNode();
 * root.apply(['accounts/A/gateways', 'default', { id: 'default' }]);
 * root.at('accounts/A/gateways').records.get('default'); // { id: 'default' }
 */
export class KeptNode {
  /** By id, in order. */
  records = new Map<string, unknown>();
  readonly children = new Map<string, KeptNode>();
  /** Line of each record, where they are read from lines. */
  readonly #lines = new Map<string, number>();
  readonly #source: string;
  readonly #path: string;

  /** @param source names what has the records, for errors */
  constructor(source = 'The kept state', path = '') {
    this.#source = source;
    this.#path = path;
  }

  /** The node at a path below this one, which is created if it doesn't exist. */
  at(path: string): KeptNode {
    let node: KeptNode = this;
    for (const name of path.split('/')) {
      const known = node.children.get(name) ?? new KeptNode(node.#source, getPath(node.#path, name));
      node.children.set(name, known);
      node = known;
    }
    return node;
  }

  /** This node and all below it that have records, with their paths. */
  *nodes(): Generator<{ readonly path: string; readonly node: KeptNode }> {
    if (this.records.size > 0) yield { path: this.#path, node: this };
    for (const child of this.children.values()) yield* child.nodes();
  }

  /**
   * Reads each record in order.
   *
   * @param read throws for a record of another shape than it writes
   * @throws KeptRecordError in one line, with the place of the record
   */
  each(read: (json: unknown, id: string) => void): void {
    for (const [id, json] of this.records) {
      try {
        read(json, id);
      } catch (cause) {
        throw this.damaged(id, 'it has a wrong shape', cause);
      }
    }
  }

  /** The error for a record, with its place and what is wrong with it. */
  damaged(id: string, problem: string, cause?: unknown): KeptRecordError {
    const line = this.#lines.get(id);
    const place = `${line === undefined ? '' : `line ${line}, `}record ${JSON.stringify(id)} of ${this.#path}`;
    const help = 'Restore a copy of the folder, or use another one.';
    return new KeptRecordError('state-folder', `${this.#source} is damaged: ${place}: ${problem}. ${help}`, {
      cause,
    });
  }

  /** @param line from which the change was read, for errors */
  apply([path, id, ...record]: Change, line?: number): void {
    const node = this.at(path);
    if (typeof id !== 'string') {
      node.records = new Map(
        id.flatMap((one) => (node.records.has(one) ? [[one, node.records.get(one)]] : [])),
      );
    } else if (record.length > 0) {
      node.records.set(id, record[0]);
      if (line !== undefined) node.#lines.set(id, line);
    } else {
      node.records.delete(id);
      node.children.delete(id);
    }
  }
}
