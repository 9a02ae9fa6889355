const problems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EEXIST: 'is not a folder',
  EACCES: 'is not readable',
  EPERM: 'is not readable',
};

/**
 * Why a file can't be read, in words that follow its name.
 *
 * @param cause what reading has thrown
 * @example
 * await readFile('nope.json').catch(getFileProblem); // 'does not exist'
 */
export function getFileProblem(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return (
    problems[code] ??
    `can't be read: ${code || (cause instanceof Error ? cause.message.split('\n')[0] : cause)}`
  );
}
