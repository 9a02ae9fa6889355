import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
/** Security analytics over GraphQL. */
export const analyticsRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics querying basics', certainty: 'documented' },
    {
      'AN-GQL-1': 'A query is a POST of `query` and `variables` to `/graphql`.',
      'AN-GQL-2': 'An answer without errors has `errors` null.',
      'AN-GQL-3': 'The zones of a query are chosen by `zoneTag` or `zoneTag_in`.',
      'AN-GQL-4': 'A variable may be used without being declared.',
      'AN-GQL-5': 'A variable may be declared with another type than that of the place where it is used.',
      'AN-GQL-6': 'The endpoint also answers at `/graphql/`.',
      'AN-GQL-7': 'The filter and the limit of a dataset are required.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Security analytics', certainty: 'inferred' },
    {
      'AN-GQL-8': 'Several queries in one body are refused.',
      'AN-GQL-9': 'Of several operations in one query `operationName` chooses.',
      'AN-GQL-10': 'Without a filter the zones are those that the credential may see, sorted by id.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics introspection', certainty: 'documented' },
    {
      'AN-INT-1': 'The schema can be asked for with an introspection query.',
      'AN-INT-2': 'The schema has no mutations and no subscriptions.',
      'AN-INT-3': 'The dataset has the fields that published queries ask for.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics settings node', certainty: 'documented' },
    {
      'AN-SET-1': 'The node `settings` of a zone says which limits the dataset has.',
      'AN-SET-2': 'More records than `maxPageSize` are refused.',
      'AN-SET-3': 'A time before `notOlderThan` is refused.',
      'AN-SET-4': 'A time range longer than `maxDuration` is refused.',
      'AN-SET-5': 'More than ten zones in one query are refused.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics error responses', certainty: 'documented' },
    {
      'AN-ERR-1': 'An answer with errors has data null, and each error has a message and a path.',
      'AN-ERR-2': 'An error carries the time at which it occurred.',
      'AN-ERR-3': 'A query that does not parse is answered with status 400.',
      'AN-ERR-4': 'An unknown field is answered with status 400 and `unknown field`.',
      'AN-ERR-5': 'A wrong argument is answered with status 400 and `error parsing args`.',
      'AN-ERR-6': 'A selection on a scalar is answered with `scalar fields must have no selections`.',
      'AN-ERR-7': 'An object without a selection is answered with `object field must have selections`.',
      'AN-ERR-8': 'A zone that the credential may not see is answered with status 403 and `not authorized`.',
      'AN-ERR-9': 'A credential without Analytics Read is answered with status 403.',
      'AN-ERR-10': 'The path of an error names the position of its zone.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Security analytics', certainty: 'inferred' },
    {
      'AN-ERR-11': 'A variable that is neither declared nor given is answered with status 400.',
      'AN-ERR-12': 'A query that is too deep is answered with status 400.',
      'AN-ERR-13': 'Too many datasets in one request are answered with status 429.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Querying Firewall Events with GraphQL',
      certainty: 'documented',
      feature: 'events',
    },
    {
      'AN-EVT-1': 'The events of a zone are read with `firewallEventsAdaptive`.',
      'AN-EVT-2': 'The source of a token validation event is `apiShieldTokenValidation`.',
      'AN-EVT-3': 'The source of a custom rule event is `firewallCustom`.',
      'AN-EVT-4': 'An event carries action, address, path, query and user agent of its request.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics filtering', certainty: 'documented', feature: 'events' },
    {
      'AN-FLT-1': 'A field alone filters by its value.',
      'AN-FLT-2': '`_gt`, `_lt`, `_geq` and `_leq` filter by order.',
      'AN-FLT-3': '`_neq` filters what is not equal.',
      'AN-FLT-4': '`_in` filters by a list of values.',
      'AN-FLT-5': '`_like` filters strings with `%` as the wildcard.',
      'AN-FLT-6': 'Several members of a filter hold together.',
      'AN-FLT-7': '`OR` takes what satisfies one of its filters.',
      'AN-FLT-8': '`AND` takes what satisfies all of its filters.',
    },
  ),
  ...statements(
    { passage: 'published queries of analytics clients', certainty: 'observed', feature: 'events' },
    { 'AN-FLT-9': '`_notin` and `_notlike` filter what is not in a list, or not like a pattern.' },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics sorting', certainty: 'documented', feature: 'events' },
    {
      'AN-ORD-1': '`datetime_DESC` lists the newest event first, `datetime_ASC` the oldest.',
      'AN-ORD-2': 'Several orders sort one after the other.',
      'AN-ORD-3': '`limit` is the most records that are listed.',
    },
  ),
  ...statements(
    { passage: 'inferred from token-validation.md: Events', certainty: 'inferred', feature: 'events' },
    { 'AN-EVT-5': 'The metadata of a token validation event say which configuration saw which violation.' },
  ),
]);
