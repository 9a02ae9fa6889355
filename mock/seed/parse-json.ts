import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { SeedDocumentParts, SeedPlace } from './seed-document.ts';
import { type PlacedProblem, SeedError, type SeedPath } from './seed-problem.ts';

/** @throws SeedError with all syntax errors; comments and trailing commas are allowed */
export function parseJson(text: string, file: string | undefined): SeedDocumentParts {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const placeAt = (offset: number): SeedPlace => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  };
  const problems: PlacedProblem[] = errors.map(({ error, offset }) => ({
    file,
    ...placeAt(offset),
    path: [],
    message: toWords(error),
  }));
  if (tree)
    problems.push(...repeated(tree).map(({ offset, ...rest }) => ({ file, ...placeAt(offset), ...rest })));
  if (problems.length > 0) throw new SeedError(problems);
  if (!tree) return { value: undefined };
  return { value: getNodeValue(tree), getPlace: (path) => placeAt(nearestNode(tree, path).offset) };
}

/** Finds duplicate members of objects: only the last one would count. */
function repeated(
  node: Node,
): { readonly offset: number; readonly path: SeedPath; readonly message: string }[] {
  const { children = [] } = node;
  const seen = new Set<unknown>();
  const here = (node.type === 'object' ? children : []).flatMap(({ offset, children: [key] = [] }) => {
    const twice = seen.has(key?.value);
    seen.add(key?.value);
    return twice
      ? [{ offset, path: [], message: `the member ${JSON.stringify(key?.value)} occurs twice` }]
      : [];
  });
  return [...here, ...children.flatMap(repeated)];
}

/** Words for a syntax error: `comma expected`. */
export function toWords(code: ParseErrorCode): string {
  return printParseErrorCode(code)
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase();
}

/** The node at a path, or its nearest existing parent. */
export function nearestNode(tree: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    // A member of an object begins with its name.
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}
