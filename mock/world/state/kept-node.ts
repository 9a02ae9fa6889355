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
        const place = `record ${JSON.stringify(id)} of ${this.#path} has a wrong shape`;
        const help = 'Restore a copy of the folder, or use another one.';
        throw new KeptRecordError('state-folder', `${this.#source} is damaged: ${place}. ${help}`, { cause });
      }
    }
  }

  apply([path, id, ...record]: Change): void {
    const node = this.at(path);
    if (typeof id !== 'string') {
      node.records = new Map(
        id.flatMap((one) => (node.records.has(one) ? [[one, node.records.get(one)]] : [])),
      );
    } else if (record.length > 0) {
      node.records.set(id, record[0]);
    } else {
      node.records.delete(id);
      node.children.delete(id);
    }
  }
}
