import { ApiError } from '../../../spec/errors.ts';
import type { RegisteredHandlers } from '../../api/registered.ts';
import { isObject } from '../../engines/openapi/json.ts';

const account = '/accounts/{account_id}/load_balancers';

/** By the paths of records. */
const types = [
  [/\/load_balancers\/pools\/[^/]+$/, 'pool'],
  [/\/load_balancers\/monitors\/[^/]+$/, 'monitor'],
  [/\/zones\/[^/]+\/load_balancers\/[^/]+$/, 'load_balancer'],
] as const;

/** Regions of the documentation; which countries they have is not known here. */
const regions = 'EEU ENAM ME NAF NEAS NSAM OC SAF SAS SEAS SSAM WEU WNAM'.split(' ');

/** Load balancing: a search over all that an account has, and its regions. */
export const loadBalancerHandlers: RegisteredHandlers = {
  [`GET ${account}/search`]: ({ call, params, query, list }) => {
    const records = call.world.accounts.get(params['account_id'] ?? '')?.documented.list() ?? [];
    const resources = records.flatMap(({ path, value }) => {
      const [, resource_type] = types.find(([pattern]) => pattern.test(path)) ?? [];
      if (resource_type === undefined || !isObject(value)) return [];
      const resource_name = String(value['name'] ?? value['description'] ?? '');
      return resource_name.includes(String(query['query'] ?? ''))
        ? [{ resource_id: value['id'] ?? '', resource_name, resource_type }]
        : [];
    });
    return list(resources.length === 0 ? [] : [{ resources }]);
  },
  [`GET ${account}/regions`]: ({ query, answer }) => {
    const [field] = Object.keys(query);
    if (field !== undefined)
      throw new ApiError('query-invalid', { field, problem: 'needs to know the countries of regions' });
    return answer({ regions: regions.map((region_code) => ({ region_code })) });
  },
  [`GET ${account}/regions/{region_id}`]: ({ params, standard, answer }) => {
    const region_code = params['region_id'] ?? '';
    return regions.includes(region_code) ? answer({ region_code }) : standard();
  },
};
