import { interleave, ratio } from './measure.ts';
import { authorization, configsPath, prismCommand, touchstoneCommand } from './peers.ts';
import type { Processes } from './processes.ts';
import { figure, type Result } from './result.ts';

/** Time from the start of the process to the first answer of a list of token configurations. */
export async function measureStartUp(processes: Processes, folder: string): Promise<Result[]> {
  const prism = await prismCommand(folder);
  const start = (command: (port: number) => readonly string[]) => async () => {
    const server = await processes.serve(command, configsPath, { authorization });
    await server.stop();
    return server.startedIn;
  };
  const { ours, theirs } = await interleave({ ours: start(touchstoneCommand), theirs: start(prism) }, 7);
  return [
    {
      name: 'Start to first answer',
      ours: `${figure(ours.median)} ms`,
      peer: `Prism: ${figure(theirs.median)} ms`,
      ratio: ratio(theirs, ours),
      target: { atLeast: 5 },
    },
  ];
}
