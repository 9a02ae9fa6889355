import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a command with its output kept, in an empty folder and without environment. */
export function captured() {
  const lines: string[] = [];
  const errors: string[] = [];
  const cwd = mkdtempSync(join(tmpdir(), 'touchstone-conform-'));
  const output = {
    write: (text: string) => void lines.push(text),
    error: (line: string) => void errors.push(line),
    cwd,
    env: {},
  };
  return { output, cwd, text: () => lines.join(''), errors };
}
