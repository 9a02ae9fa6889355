import { findNodeAtLocation, type Node, type ParseErrorCode, printParseErrorCode } from 'jsonc-parser';

/** What is wrong with a text that is no JSON, as words: `comma expected`. */
export function wordsOf(code: ParseErrorCode): string {
  return printParseErrorCode(code)
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase();
}

/** The member, or that which it is missing in. */
export function nearestNode(tree: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    // What stands in an object begins with its name.
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}
