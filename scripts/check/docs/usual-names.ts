/** Names that blocks of code use without a definition, and their definitions; later ones may use earlier ones. */
const usual: readonly (readonly [name: string, code: string])[] = [
  ['platform', 'const platform = mock.tenant();'],
  ['tenant', 'const tenant = mock.tenant();'],
  ['mock', 'const mock = createMock();'],
  ['createMock', "import { createMock } from 'touchstone';"],
  ['setupNetwork', "import { setupNetwork } from 'touchstone/setup';"],
  ['handlers', "import { handlers } from 'touchstone/handlers';"],
  ['test', "import { test } from 'touchstone/vitest';"],
  ['expect', "import { expect } from 'vitest';"],
];

/**
 * A block of code with definitions of the usual names that it uses without defining them.
 *
 * @example
 * withUsualNames('mock.reset();') // "import { createMock } from 'touchstone';\nconst mock = createMock();\nmock.reset();"
 */
export function withUsualNames(text: string): string {
  return usual.reduce(
    (code, [name, line]) => (uses(code, name) && !explains(code, name) ? `${line}\n${code}` : code),
    text,
  );
}

/** Whether a name is used as a variable, not as a member, a key or part of a text. */
function uses(code: string, name: string): boolean {
  const bare = code.replaceAll(/\/\/.*$|'[^'\n]*'|"[^"\n]*"/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return new RegExp(`(?<![.\\w$])${name}\\b(?!\\s*:)`).test(bare);
}

/** Whether a name is declared, imported, or a parameter. */
function explains(code: string, name: string): boolean {
  const declared = `(?:const|let|var|function|class)\\s+${name}\\b`;
  const taken = `(?:const|let|var|import(?:\\s+type)?)\\s*\\{[^}]*\\b${name}\\b[^}]*\\}`;
  const given = `\\(\\s*\\{[^}]*\\b${name}\\b[^}]*\\}[^)]*\\)\\s*=>|\\(\\s*${name}\\b[^)]*\\)\\s*=>`;
  return new RegExp(`${declared}|${taken}|${given}`).test(code);
}
