import { type Client, createClient } from '../../spec/client.ts';
import { basePath } from '../../spec/endpoint.ts';
import { RateLimit } from '../api/access/rate-limit.ts';
import { type AppParts, createApp } from '../api/app.ts';
import { Operations, type ServiceMakers } from '../api/operations.ts';
import { Faults } from '../control/faults/faults.ts';
import { Overrides } from '../control/override.ts';

/**
 * A client that calls the original operations of a mock: without overrides, faults, rate limits or a required basis.
 */
export function seedClient(parts: AppParts, services: ServiceMakers, apiToken: string): Client {
  const app = createApp({
    ...parts,
    rateLimit: new RateLimit(),
    operations: new Operations(services, new Overrides()),
    faults: new Faults(0),
    basis: 'inferred',
  });
  return createClient({
    baseUrl: `http://localhost${basePath}`,
    headers: { authorization: `Bearer ${apiToken}` },
    fetch: (request) => app.fetch(request),
  });
}
