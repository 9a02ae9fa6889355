import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type ConfigDocument, faultAt, type MemberPath } from './config-document.ts';

/** @throws ServeOptionError for what is no JSON, comments and commas at the end of lists apart */
export function parseJsoncDocument(file: string, text: string): ConfigDocument {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const [error] = errors;
  if (error) throw faultAt(file, lineAt(error.offset), wordsOf(printParseErrorCode(error.error)));
  if (!tree) throw faultAt(file, 1, 'is empty');
  return { value: getNodeValue(tree), lineOf: (path) => lineAt(nearest(tree, path).offset) };
}

/** `CommaExpected` as words. */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

/** The member, or that which it is missing in. */
function nearest(tree: Node, path: MemberPath): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    // What stands in an object begins with its name.
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}
