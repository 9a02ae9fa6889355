import { createMock } from '../../mock/assembly/create-mock.ts';
import { DocumentError } from '../../mock/engines/openapi/document.ts';
import { SeedError } from '../../mock/seed/seed-problem.ts';
import { type OpenApiOptions, readDocuments } from '../serve/openapi.ts';
import { ServeOptionError } from '../serve/option-error.ts';
import { readSeeds, seedFailure } from './files.ts';

/**
 * The command `seed check`: says whether seed files are valid together, and with the documents that they need.
 *
 * @returns the exit code: 0, or 2 with all problems
 */
export async function checkSeeds(files: readonly string[], documents: OpenApiOptions = {}): Promise<number> {
  try {
    const openapi = await readDocuments(documents, () => {});
    const mock = createMock({ seeds: await readSeeds(files), openapi, browser: false });
    await mock.ready();
    const { accounts, zones } = mock.world;
    console.log(
      `${files.join(', ')}: valid. ${counted(accounts.size, 'account')}, ${counted(zones.size, 'zone')}.`,
    );
    await mock.quit();
    return 0;
  } catch (error) {
    if (error instanceof SeedError) console.error(seedFailure(error));
    else if (error instanceof ServeOptionError || error instanceof DocumentError)
      console.error(`touchstone: ${error.message}`);
    else throw error;
    return 2;
  }
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
