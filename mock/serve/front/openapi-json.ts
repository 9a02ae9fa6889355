import { readFile } from 'node:fs/promises';
import { version } from '../../assembly/version.ts';

/** The recorded exchanges that the document shows. */
const examplesFile = new URL('../../../spec/openapi/examples.json', import.meta.url);

/**
 * The contract as an OpenAPI document in JSON, with recorded examples. It loads every endpoint, and takes about half a
 * second.
 *
 * @param server origin of the API, such as `http://localhost:4800`
 */
export async function createOpenapiJson(server: string): Promise<string> {
  const [{ openapiDocument }, examples] = await Promise.all([
    import('../../../spec/openapi.ts'),
    readFile(examplesFile, 'utf8'),
  ]);
  return JSON.stringify(openapiDocument({ version, server, examples: JSON.parse(examples) }));
}
