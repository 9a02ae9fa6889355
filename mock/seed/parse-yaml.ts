import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, visit } from 'yaml';
import type { SeedDocumentParts } from './seed-document.ts';
import { SeedError, type SeedPath } from './seed-problem.ts';

/** @throws SeedError with all syntax errors */
export function parseYaml(text: string, file: string | undefined): SeedDocumentParts {
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const options = { lineCounter: lines, prettyErrors: false, version: '1.2' } as const;
  const all = parseAllDocuments(text, options);
  // A text without any document has no documents, and says so in `empty`.
  const [document, second] = 'empty' in all ? [] : all;
  const errors = (document?.errors ?? []).map(({ message, pos }) => ({
    file,
    ...placeAt(pos[0]),
    path: [],
    message,
  }));
  if (second) {
    const at = placeAt(second.range[0]);
    errors.push({
      file,
      ...at,
      path: [],
      message: 'a seed file has one document, but another one begins here',
    });
  }
  if (document) {
    visit(document, {
      Alias(_, alias) {
        if (alias.resolve(document)) return;
        const message = `there is no anchor &${alias.source} above`;
        errors.push({ file, ...placeAt(alias.range?.[0] ?? 0), path: [], message });
      },
    });
  }
  if (errors.length > 0) throw new SeedError(errors);
  const root = document?.contents ?? null;
  const find = (alias: Node) => (isAlias(alias) && document ? alias.resolve(document) : undefined);
  return {
    value: toValue(() => document?.toJS(), file),
    getPlace: (path) => placeAt(getOffset(root, path, find)),
  };
}

/** @throws SeedError for aliases that expand too far */
function toValue(read: () => unknown, file: string | undefined): unknown {
  try {
    return read();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SeedError([{ file, path: [], message }]);
  }
}

/** The start of a member or item, or of its nearest existing parent. */
function getOffset(root: Node | null, path: SeedPath, find: (node: Node) => Node | undefined): number {
  let here: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const part of path) {
    const node = isAlias(here) ? find(here) : here;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (!pair) return offset;
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
      here = pair.value;
    } else if (isSeq(node) && typeof part === 'number') {
      here = node.items[part];
      offset = getRange(here) ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}

function getRange(node: unknown): number | undefined {
  if (isMap(node) || isSeq(node) || isScalar(node) || isAlias(node)) return node.range?.[0];
  return undefined;
}
