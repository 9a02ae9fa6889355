import { readFile } from 'node:fs/promises';
import { getNodeValue, type ParseError, parseTree } from 'jsonc-parser';
import { parse, TomlError } from 'smol-toml';
import { nearestNode, toWords } from '../../mock/seed/parse-json.ts';
import { getFileProblem } from '../../spec/file-problem.ts';
import { ServeOptionError } from '../serve/options.ts';

/** Path of a member: names and indexes. */
export type MemberPath = readonly (string | number)[];

/** The contents of a configuration file, with positions. */
export interface ConfigDocument {
  readonly value: unknown;
  /** The line of a member, from 1; if it is missing, that of its parent. */
  getLine(path: MemberPath): number;
}

/** Makes an error about a file. */
export function faultAt(file: string, line: number, reason: string, cause?: unknown): ServeOptionError {
  return new ServeOptionError('serve-option', `${file}:${line}: ${reason}`, { cause });
}

/** Formats the path of a member: `r2_buckets[1].bucket_name`. */
export function getName(path: MemberPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? part : `${name}.${part}`;
  }, '');
}

/** @throws ServeOptionError for invalid JSON; comments and trailing commas are allowed */
function parseJsoncDocument(file: string, text: string): ConfigDocument {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const [error] = errors;
  if (error) throw faultAt(file, lineAt(error.offset), toWords(error.error));
  if (!tree) throw faultAt(file, 1, 'is empty');
  return { value: getNodeValue(tree), getLine: (path) => lineAt(nearestNode(tree, path).offset) };
}

/** @throws ServeOptionError for invalid TOML */
function parseTomlDocument(file: string, text: string): ConfigDocument {
  try {
    const value = parse(text);
    return { value, getLine: (path) => getLine(text, path) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.split('\n');
    throw faultAt(file, error.line, reason.replace(/^Invalid TOML document: /, ''), error);
  }
}

const header = /^\s*(\[\[?)\s*([\w.\s"'-]+?)\s*\]\]?\s*(?:#.*)?$/;
const member = /^\s*([\w"'.-]+)\s*=/;

/**
 * The line where a member or its parent begins, which the parser does not report. It finds tables and members on their
 * own line; a member within a value gets the line of the value.
 */
function getLine(text: string, path: MemberPath): number {
  const wanted = getName(path);
  const counts = new Map<string, number>();
  let best = { line: 1, length: 0 };
  let table = '';
  const consider = (name: string, line: number) => {
    const isWithin = wanted === name || wanted.startsWith(`${name}.`) || wanted.startsWith(`${name}[`);
    if (isWithin && name.length > best.length) best = { line, length: name.length };
  };
  text.split('\n').forEach((content, index) => {
    const [, bracket, title = ''] = header.exec(content) ?? [];
    if (bracket === undefined) {
      const [, name] = member.exec(content) ?? [];
      if (name !== undefined) consider(joined(table, plain(name)), index + 1);
      return;
    }
    table = plain(title);
    consider(table, index + 1);
    if (bracket === '[[') {
      const count = counts.get(table) ?? 0;
      counts.set(table, count + 1);
      table = `${table}[${count}]`;
    }
    consider(table, index + 1);
  });
  return best.line;
}

const plain = (name: string) => name.replaceAll(/["'\s]/g, '');
const joined = (table: string, name: string) => (table === '' ? name : `${table}.${name}`);

/**
 * Reads a file of TOML, or of JSON with comments and trailing commas.
 *
 * @throws ServeOptionError in one line that names file and line
 */
export async function readConfigDocument(file: string): Promise<ConfigDocument> {
  const kind = /\.(jsonc?|toml)$/i.exec(file)?.[1]?.toLowerCase();
  if (kind === undefined)
    throw new ServeOptionError('serve-option', `${file}: is not a .jsonc, .json or .toml file`);
  const text = await readText(file);
  if (kind === 'toml') {
    return parseTomlDocument(file, text);
  }
  return parseJsoncDocument(file, text);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new ServeOptionError('serve-option', `${file}: ${getFileProblem(cause)}`, { cause });
  }
}
