import { getNodeValue, type ParseError, parseTree } from 'jsonc-parser';
import { nearestNode, wordsOf } from '../../mock/seed/parse-json.ts';
import { type ConfigDocument, faultAt } from './config-document.ts';

/** @throws ServeOptionError for what is no JSON, comments and commas at the end of lists apart */
export function parseJsoncDocument(file: string, text: string): ConfigDocument {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const [error] = errors;
  if (error) throw faultAt(file, lineAt(error.offset), wordsOf(error.error));
  if (!tree) throw faultAt(file, 1, 'is empty');
  return { value: getNodeValue(tree), lineOf: (path) => lineAt(nearestNode(tree, path).offset) };
}
