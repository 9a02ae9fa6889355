/**
 * The commands that a README tells its reader to run, one a line.
 *
 * @throws Error where it has none
 * @example
 * commandsOf('Then:\n```sh\nnpm install\nnpm test\n```\n') // ['npm install', 'npm test']
 */
export function commandsOf(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = '']) => text);
  const commands = blocks.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  if (commands.length === 0) throw new Error('The README names no command');
  return commands;
}
