import { readFile } from 'node:fs/promises';
import type { Endpoint } from '../../../spec/endpoint.ts';
import { loadArea } from '../../../spec/v4/register/areas.ts';
import { toEndpoints } from '../../../spec/v4/register/endpoint.ts';
import { version } from '../../assembly/version.ts';
import { loadDeclarations, loadRegistered, registeredAreas } from '../../services/registered.ts';

/** The recorded exchanges that the document shows. */
const examplesFile = new URL('../../../spec/openapi/examples.json', import.meta.url);

/**
 * The contract as an OpenAPI document in JSON, with recorded examples, and the operations of the register that services
 * give a meaning of their own. It loads every endpoint, and takes about half a second.
 *
 * @param server origin of the API, such as `http://localhost:4800`
 */
export async function createOpenapiJson(server: string): Promise<string> {
  const [{ openapiDocument }, examples, ...more] = await Promise.all([
    import('../../../spec/openapi.ts'),
    readFile(examplesFile, 'utf8'),
    ...registeredAreas.map(describeArea),
  ]);
  const options = { version, server, examples: JSON.parse(examples), more: Object.assign({}, ...more) };
  return JSON.stringify(openapiDocument(options));
}

/** The operations of an area that have handlers, by id. */
async function describeArea(name: string): Promise<Readonly<Record<string, Endpoint>>> {
  const [area, handlers = {}, declare] = await Promise.all([
    loadArea(name),
    loadRegistered(name),
    loadDeclarations(name),
  ]);
  if (!area) return {};
  const endpoints = toEndpoints(area, { certainty: 'schema', source: 'the register of the API' });
  return Object.fromEntries(
    [...endpoints].flatMap(([key, endpoint]) => {
      const id = area.operations[key]?.id;
      return id === undefined || !handlers[key] ? [] : [[id, { ...endpoint, ...declare?.(endpoint) }]];
    }),
  );
}
