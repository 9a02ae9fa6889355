import { makeFolder } from '../../suites/harness/testing/make-folder.ts';

/**
 * Runs a command without environment variables and captures its output.
 *
 * @param cwd by default an empty folder that is removed after the running test
 */
export function captured(cwd = makeFolder()) {
  const lines: string[] = [];
  const errors: string[] = [];
  const output = {
    write: (text: string) => void lines.push(text),
    error: (line: string) => void errors.push(line),
    cwd,
    env: {},
  };
  return { output, cwd, text: () => lines.join(''), errors };
}
