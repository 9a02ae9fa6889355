import type { z } from 'zod';
import { ApiError } from '../../../spec/errors.ts';
import type {
  CustomHostname,
  customHostnameListQuery,
} from '../../../spec/services/custom-hostnames/schemas.ts';
import { isHostnamePart } from './check-hostname.ts';

type Query = z.output<typeof customHostnameListQuery>;
type Test = (record: CustomHostname) => boolean;

/** Filters of hostnames; each excludes `id` and the others. */
const nameFilters = ['hostname', 'hostname.exact', 'hostname.contain', 'hostname.startsWith'] as const;

const otherFilters: Readonly<Record<string, (record: CustomHostname, wanted: string) => boolean>> = {
  hostname_status: ({ status }, wanted) => status === wanted,
  ssl: ({ ssl }, wanted) => (ssl === undefined) === (wanted === '0'),
  ssl_status: ({ ssl }, wanted) => ssl?.status === wanted,
  certificate_authority: ({ ssl }, wanted) => ssl?.certificate_authority === wanted,
  custom_origin_server: ({ custom_origin_server }, wanted) => custom_origin_server === wanted.toLowerCase(),
  wildcard: ({ hostname }, wanted) => hostname.startsWith('*.') === (wanted === 'true'),
};

/**
 * Custom hostnames that match the filters of a list, in its order.
 *
 * @throws ApiError `hostname-filters-excluded` or `hostname-contain-invalid`
 */
export function selectHostnames(records: readonly CustomHostname[], query: Query): CustomHostname[] {
  const tests = filters(query);
  const selected = records.filter((record) => tests.every((test) => test(record)));
  const { order, direction } = query;
  if (!order) return direction === 'desc' ? selected.reverse() : selected;
  const sign = direction === 'desc' ? -1 : 1;
  const value =
    order === 'ssl'
      ? ({ ssl }: CustomHostname) => (ssl ? '1' : '0')
      : ({ ssl }: CustomHostname) => ssl?.status ?? '';
  return selected.sort((a, b) => sign * compare(value(a), value(b)));
}

function filters(query: Query): Test[] {
  const given = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const names = given.filter(([name]) => nameFilters.some((filter) => filter === name));
  const others = given.filter(([name]) => Object.hasOwn(otherFilters, name));
  if (query.id !== undefined && names.length + others.length > 0) {
    throw new ApiError('hostname-filters-excluded', { given: 'id' });
  }
  const [first, second] = names;
  if (first && second) throw new ApiError('hostname-filters-excluded', { given: first[0] });
  const contain = query['hostname.contain'];
  if (contain !== undefined && !isHostnamePart(contain)) throw new ApiError('hostname-contain-invalid');
  const tests: Test[] = others.flatMap(([name, wanted]) => {
    const matches = otherFilters[name];
    return matches ? [(record: CustomHostname) => matches(record, wanted)] : [];
  });
  if (first) tests.push(nameTest(first[0], first[1].toLowerCase()));
  const { id } = query;
  if (id !== undefined) tests.push((record) => record.id === id.toLowerCase());
  return tests;
}

function nameTest(filter: string, wanted: string): Test {
  if (filter === 'hostname.contain') return ({ hostname }) => hostname.includes(wanted);
  if (filter === 'hostname.startsWith') return ({ hostname }) => hostname.startsWith(wanted);
  return ({ hostname }) => hostname === wanted;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
