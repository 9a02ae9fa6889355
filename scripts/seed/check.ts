import { createMock } from '../../mock/assembly/create-mock.ts';
import { SeedError } from '../../mock/seed/seed-problem.ts';
import { readSeeds, seedFailure } from './files.ts';

/**
 * The command `seed check`: says whether seed files are valid together.
 *
 * @returns the exit code: 0, or 2 with all problems
 */
export async function checkSeeds(files: readonly string[]): Promise<number> {
  try {
    const mock = createMock({ seeds: await readSeeds(files), browser: false });
    await mock.ready();
    const { accounts, zones } = mock.world;
    console.log(
      `${files.join(', ')}: valid. ${counted(accounts.size, 'account')}, ${counted(zones.size, 'zone')}.`,
    );
    await mock.quit();
    return 0;
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    console.error(seedFailure(error));
    return 2;
  }
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
