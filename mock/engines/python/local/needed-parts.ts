import { statementsOf } from './statements.ts';
import { importsOf, withExports } from './wasm-module.ts';

/** The glue of Pyodide and its module. */
export interface PythonParts {
  readonly glue: string;
  readonly wasm: Uint8Array<ArrayBuffer>;
}

/** What all of the glue is within. */
const head = 'function _createPyodideModule(moduleArg={}){';

/** Statements that do nothing but say what a name stands for, or more about it. */
const making = [
  /^\s*(?:async )?function\*? ?([\w$]+)\(/,
  /^\s*class ([\w$]+)/,
  // Without a comma before the first bracket, since more names might come behind one.
  /^\s*var ([\w$]+)=(?!await\b)[^,([{]*(?:[([{].*)?;$/s,
  /^\s*([\w$]+)\.(?:async|isAsync)=/,
];

/** What makes something a member of the module under its own name: asked for as a member, or by a text. */
const offering = /^\s*Module\["([\w$]+)"\]=\1;$/;

/** What tells the types of a function, which is asked for where the module wants to know where the function is. */
const typing = /^\s*([\w$]+)\.sig=/;

/** Where names are declared, where the module is given functions, and where its own are taken. */
const declaring = /^(\s*var )([\w$,]+)(;)$/;
const giving = /^(\s*var wasmImports=\{)([\w$,:]*)(\};)$/;
const taking = /^(\s*function assignWasmExports\(wasmExports\)\{)([^{}]*)(\})$/;

/** Functions that draw, three hundred of them: the module asks where each is, should a library want to know. */
const isDrawing = (name: string) => name.startsWith('emscripten_gl');

/** What makes a table of all functions at each start, for libraries that are linked to the module later. */
const linking = ['updateGOT(origExports);', 'updateTableMap(0,wasmTable.length)'];

/** The names of functions that may be missing, none of which is. */
const missing = 'new Proxy(new Set([]),GOTHandler)';

/**
 * Leaves out what an interpreter without packages does not need: most of the glue, nearly all that the module exports,
 * and what is done for libraries alone, of which there are none here. Each of these thousands of functions takes every
 * interpreter time when it starts. What is not known to do nothing by itself is kept, and so is whatever that names.
 *
 * @param others names that somebody else asks for
 * @returns the same where the glue is not written as it is known to be
 */
export function withNeededParts(given: PythonParts, others: readonly string[]): PythonParts {
  const { glue, wasm } = given;
  const start = glue.indexOf(head) + head.length;
  const { statements, end } = statementsOf(glue, start);
  const isKnown =
    [head, missing, ...linking].every((text) => glue.includes(text)) &&
    [giving, taking].every((form) => statements.some((statement) => form.test(statement)));
  if (!isKnown) return given;

  const imports = importsOf(wasm);
  const drawing = imports.map(({ name }) => name).filter(isDrawing);
  const asked = new Set(imports.map(({ name }) => name).filter((name) => !isDrawing(name)));
  const wanted = statements.map((statement) =>
    withParts(statement, giving, ',', (pair) => asked.has(pair.split(':')[0] ?? '')),
  );
  const typed = imports.filter(({ from, name }) => from === 'GOT.func' && !isDrawing(name));
  const types = typed.flatMap(({ name }) => [`${name}.sig`, `_${name}.sig`]);
  const named = namesNeeded(wanted, [...others, ...types]);
  // In the glue a name has an underscore more than in the module, and text names it as it is there.
  const isExported = (name: string) => named.has(name) || named.has(`_${name}`);
  const isDeclared = (name: string) => named.has(name) || named.has(name.replace(/^_/, ''));
  const isTaken = (statement: string) => {
    const name = /wasmExports\["([^"]+)"\]/.exec(statement)?.[1];
    return name === undefined || isExported(name);
  };
  const kept = wanted
    .filter((statement) => named.has(nameMadeBy(statement) ?? 'Module'))
    .map((statement) => withParts(statement, declaring, ',', isDeclared))
    .map((statement) => withParts(statement, taking, ';', isTaken));
  const slim = [...linking, missing].reduce(
    (text, part) =>
      text.replace(part, () => (part === missing ? missing.replace('[]', JSON.stringify(drawing)) : '')),
    kept.join(''),
  );
  return {
    glue: `${glue.slice(0, start)}${slim}${glue.slice(end)}`,
    wasm: withExports(wasm, isExported),
  };
}

/** Every word of what has to stay: of what is no more than a name for something, only where the name is one of them. */
function namesNeeded(statements: readonly string[], others: readonly string[]): ReadonlySet<string> {
  const named = new Set(others);
  const making = new Map<string, string[]>();
  for (const statement of statements) {
    const name = nameMadeBy(statement);
    if (name !== undefined) making.set(name, [...(making.get(name) ?? []), statement]);
    else if (!declaring.test(statement)) for (const word of wordsOf(statement)) named.add(word);
  }
  // A set is gone through with what is added to it on the way.
  for (const name of named) {
    if (name === 'assignWasmExports') continue;
    for (const statement of making.get(name) ?? []) for (const word of wordsOf(statement)) named.add(word);
  }
  return named;
}

/** The names in a text; those that may be of members with a dot before them as well. */
export const wordsOf = (text: string): readonly string[] => [
  ...(text.match(/[\w$]+/g) ?? []),
  ...(text.match(/\.[\w$]+|(["'])[\w$]+\1/g) ?? []).map((member) => `.${member.replaceAll(/[."']/g, '')}`),
];

/** By what somebody would ask for what the statement makes. */
function nameMadeBy(statement: string): string | undefined {
  const offered = offering.exec(statement)?.[1];
  if (offered !== undefined) return `.${offered}`;
  const typed = typing.exec(statement)?.[1];
  if (typed !== undefined) return `${typed}.sig`;
  return making.map((form) => form.exec(statement)?.[1]).find((name) => name !== undefined);
}

/** The statement with some of its parts, where it has that form; nothing where none is left. */
function withParts(
  statement: string,
  form: RegExp,
  separator: string,
  isKept: (part: string) => boolean,
): string {
  const [, before, parts, after] = form.exec(statement) ?? [];
  if (parts === undefined) return statement;
  const kept = parts.split(separator).filter(isKept);
  return kept.length === 0 ? '' : `${before}${kept.join(separator)}${after}`;
}
