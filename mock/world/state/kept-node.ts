import type { Change } from './change.ts';

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

  /** The node at a path below this one, which is created if it doesn't exist. */
  at(path: string): KeptNode {
    let node: KeptNode = this;
    for (const name of path.split('/')) {
      const known = node.children.get(name) ?? new KeptNode();
      node.children.set(name, known);
      node = known;
    }
    return node;
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
