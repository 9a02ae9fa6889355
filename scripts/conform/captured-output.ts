import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a command in an empty folder without environment variables and captures its output. */
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
