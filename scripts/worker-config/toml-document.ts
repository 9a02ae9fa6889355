import { parse, TomlError } from 'smol-toml';
import { type ConfigDocument, faultAt, type MemberPath, nameOf } from './config-document.ts';

/** @throws ServeOptionError for what is no TOML */
export function parseTomlDocument(file: string, text: string): ConfigDocument {
  try {
    const value = parse(text);
    return { value, lineOf: (path) => lineOf(text, path) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.split('\n');
    throw faultAt(file, error.line, reason.replace(/^Invalid TOML document: /, ''), error);
  }
}

const header = /^\s*(\[\[?)\s*([\w.\s"'-]+?)\s*\]\]?\s*(?:#.*)?$/;
const member = /^\s*([\w"'.-]+)\s*=/;

/**
 * The line on which a member begins, or that which it is part of: the parser does not tell. Tables and members that
 * have a line of their own are found; what stands within a value is where the value is.
 */
function lineOf(text: string, path: MemberPath): number {
  const wanted = nameOf(path);
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
