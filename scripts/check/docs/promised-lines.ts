/**
 * What code says that it prints, in comments behind its calls of `console.log`, one for each; what is said in words
 * (more than one, or with an ellipsis) is no promise.
 *
 * @example
 * promisedLines("console.log(answer.status); // 200\nconsole.log(body); // what is there") // ['200']
 */
export function promisedLines(code: string): string[] {
  const said = [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment = '']) =>
    plain(comment),
  );
  return said.filter((line) => /^(?:[\d ]+|\S+)$/.test(line) && !/\.\.\.|…/.test(line));
}

/** The lines of an output, as far as they are compared. */
export const linesOf = (output: string): string[] => output.split('\n').map(plain);

/** Without the marks of lists, which runtimes print each in their own way. */
const plain = (line: string) =>
  line
    .replaceAll(/[[\],]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
