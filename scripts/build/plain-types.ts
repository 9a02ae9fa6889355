import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { contract } from '../../spec/contract.ts';

/**
 * The declarations of the contract without zod: a project that checks its libraries would otherwise infer the types of
 * every schema. The compiler writes them out, as it does for a constant without a type.
 */

/** The types that an operation has. */
const parts = {
  paramsInput: "z.input<Of['params']>",
  params: "z.output<Of['params']>",
  queryInput: "z.input<Of['query']>",
  query: "z.output<Of['query']>",
  bodyInput: "z.input<NonNullable<Of['body']>>",
  body: "z.output<NonNullable<Of['body']>>",
  result: "z.output<Of['result']>",
  meta: "z.output<NonNullable<Of['meta']>>",
  access: "Of['access']",
  answer: "Of['answer']",
} as const;

/** A declaration `export type Seed = z.output<typeof seedSchema>;`, over several lines too. */
const inferred = /^export type (\w+) = (?=[^;]*\bz\.(?:infer|input|output)\b)(?:.|\n(?=[ })>|&]))*;$/gm;

const ids = Object.keys(contract);

/**
 * Writes the source whose declaration has the types.
 *
 * @param sources sources to look for types in, as paths from the root
 * @returns its path
 */
export function writePlainSource(root: string, folder: string): string {
  const file = join(folder, 'plain.ts');
  const from = (path: string) => relative(folder, join(root, path)).split(sep).join('/');
  const operations = ids.flatMap((id, index) =>
    Object.entries(parts).map(
      ([part, type]) =>
        `export const o${index}_${part} = plain<${type.replace("Of['", `Contract['${id}']['`)}>();`,
    ),
  );
  const aliases = inferredTypes(root).map(
    ({ path, name }) => `export const ${nameOf(path, name)} = plain<import('${from(path)}').${name}>();`,
  );
  writeFileSync(
    file,
    [
      "import type { z } from 'zod';",
      `import type { Contract } from '${from('spec/contract.ts')}';`,
      'declare const plain: <T>() => T;',
      ...operations,
      ...aliases,
      `import type { Stances } from '${from('spec/stances/index.ts')}';`,
      'export const stances = plain<{ readonly [Id in keyof Stances]: Stances[Id] }>();',
    ].join('\n'),
  );
  return file;
}

function inferredTypes(root: string): { path: string; name: string }[] {
  const sources = globSync('{spec,mock}/**/*.ts', { cwd: root, exclude: (name) => /\.test\.ts$/.test(name) });
  return sources.flatMap((path) =>
    Array.from(readFileSync(join(root, path), 'utf8').matchAll(inferred), ([, name = '']) => ({
      path: path.split(sep).join('/'),
      name,
    })),
  );
}

const nameOf = (path: string, type: string) =>
  `t_${path.replace(/(?:\.d)?\.ts$/, '').replaceAll(/\W/g, '_')}_${type}`;

/**
 * Returns a function that makes a declaration plain.
 *
 * @param declared folder of all declarations
 * @param source path of the source from {@link writePlainSource}
 */
export function plainTypes(
  root: string,
  declared: string,
  source: string,
): (text: string, path: string) => string {
  const file = join(declared, relative(root, source)).replace(/\.ts$/, '.d.ts');
  const types = new Map(
    Array.from(
      readFileSync(file, 'utf8').matchAll(/^export declare const (\w+): ((?:.|\n(?! ?export ))*);$/gm),
      ([, name = '', type = '']) => [name, type] as const,
    ),
  );
  writeFileSync(join(declared, 'schema-types.d.ts'), schemaTypes);
  const get = (name: string, path: string) => {
    const type = types.get(name);
    if (type === undefined) throw new Error(`The compiler wrote out no type ${name}`);
    const up = relative(dirname(join(declared, path)), dirname(file));
    return type.replaceAll(/import\("(\.[^"]+)"\)/g, (_, target: string) => `import("${join(up, target)}")`);
  };
  const operation = (id: string, index: number) => {
    const of = (part: keyof typeof parts) => get(`o${index}_${part}`, 'spec/contract.d.ts');
    const schema = (output: string, input = output) =>
      `Schema<${output}${input === output ? '' : `, ${input}`}>`;
    const types = [
      schema(of('params'), of('paramsInput')),
      schema(of('query'), of('queryInput')),
      schema(of('body'), of('bodyInput')),
      schema(of('result')),
      of('access'),
      of('answer'),
      schema(of('meta')),
    ];
    return `  readonly '${id}': Endpoint<${types.join(', ')}>;\n`;
  };
  return (text, path) => {
    let plain = text.replaceAll(
      inferred,
      (_, name: string) => `export type ${name} = ${get(nameOf(path, name), path)};`,
    );
    if (path === 'spec/contract.d.ts') {
      const operations = ids.map(operation).join('');
      plain = plain.replace(
        /^export type Contract = .*;$/m,
        () => `export interface Contract {\n${operations}}`,
      );
    }
    // Each stance names its operations.
    if (path === 'spec/stances/index.d.ts') {
      plain = plain
        .replace(/^export type StanceId = .*;$/m, 'export type StanceId = keyof Stances;')
        .replace(
          /^export type Stances = \{[^}]*\};$/m,
          () => `export type Stances = ${get('stances', path)};`,
        );
    }
    // How a service is loaded is nobody's type.
    if (path === 'spec/services/index.d.ts') {
      plain = plain.replaceAll(/Promise<typeof import\("[^"]+"\)>/g, 'Promise<object>');
    }
    plain = plain
      .replaceAll(/\bz\.JSONType\b/g, 'Json')
      .replaceAll(/\bz\.ZodType\b/g, 'Schema')
      .replaceAll(/\bz\.(?:output|infer)</g, 'OutputOf<')
      .replaceAll(/\bz\.input</g, 'InputOf<');
    const schemas = relative(dirname(join(declared, path)), join(declared, 'schema-types.js'))
      .split(sep)
      .join('/');
    return `import type { InputOf, Json, OutputOf, Schema } from './${schemas}';\n${plain}`;
  };
}

/** The declarations that take the place of zod's. */
const schemaTypes = `/** A schema, by what it takes and what it gives. */
export interface Schema<Output = unknown, Input = Output> {
  readonly _zod: { readonly output: Output; readonly input: Input };
}
export type OutputOf<Of> = Of extends { readonly _zod: { readonly output: infer Output } } ? Output : never;
export type InputOf<Of> = Of extends { readonly _zod: { readonly input: infer Input } } ? Input : never;
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
`;
