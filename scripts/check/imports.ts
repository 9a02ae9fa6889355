import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The folders with code. */
export const codeFolders = ['spec', 'mock', 'suites', 'scripts'] as const;

/** One import of one file. */
export interface Import {
  /** Path of the importing file from the root of the repository. */
  readonly from: string;
  /** Path of the imported file from the root, or the name of a package or of a `node:` module. */
  readonly to: string;
  /** Whether only types are imported, so that nothing is loaded. */
  readonly typeOnly: boolean;
  /** Whether it is loaded by `import(...)`, after the importing file. */
  readonly lazy?: true;
}

/** Every source file of the repository, tests included. */
export function sourceFiles(root: string): string[] {
  return globSync(`{${codeFolders.join(',')}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).sort();
}

// A statement may span lines; `import(...)` may be anywhere.
const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g;

/** The imports of a file in order. */
export function getImports(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '');
  const found: Import[] = [];
  for (const [, type, name = ''] of text.matchAll(statement)) {
    found.push({ from: file, to: target(root, file, name), typeOnly: type !== undefined });
  }
  for (const [, name = ''] of text.matchAll(dynamic)) {
    found.push({ from: file, to: target(root, file, name), typeOnly: false, lazy: true });
  }
  return found;
}

function target(root: string, file: string, name: string): string {
  return name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name;
}

/** The first import circle, as a list of files. */
export function findCircle(imports: ReadonlyMap<string, readonly Import[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (done.has(file)) return undefined;
    const at = path.indexOf(file);
    if (at !== -1) return [...path.slice(at), file];
    path.push(file);
    for (const { to } of imports.get(file) ?? []) {
      const circle = imports.has(to) ? visit(to) : undefined;
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}

/** All files that loading one file loads. */
export function loadedBy(imports: ReadonlyMap<string, readonly Import[]>, file: string): Set<string> {
  const loaded = new Set<string>();
  const visit = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { to, typeOnly } of imports.get(name) ?? []) if (!typeOnly) visit(to);
  };
  visit(file);
  return loaded;
}
