import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
/** Security analytics over GraphQL. */
export const requirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics querying basics', certainty: 'documented' },
    {
      'AN-GQL-1': 'A query is a POST of `query` and `variables` to `/graphql`.',
      'AN-GQL-2': 'An answer without errors has `errors` null.',
      'AN-GQL-3': '`zoneTag` or `zoneTag_in` selects the zones of a query.',
      'AN-GQL-4': 'A query may use an undeclared variable.',
      'AN-GQL-5': 'A query may declare a variable with another type than the place that uses it.',
      'AN-GQL-6': 'The endpoint also answers at `/graphql/`.',
      'AN-GQL-7': 'The filter and the limit of a dataset are required.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Security analytics', certainty: 'inferred' },
    {
      'AN-GQL-10': 'Without a filter a query covers all zones of the credential, sorted by id.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics introspection', certainty: 'documented' },
    {
      'AN-INT-1': 'An introspection query returns the schema.',
      'AN-INT-2': 'The schema has no mutations and no subscriptions.',
      'AN-INT-3': 'The dataset has the fields that published queries use.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics settings node', certainty: 'documented' },
    {
      'AN-SET-1': 'The node `settings` of a zone has the limits of the dataset.',
      'AN-SET-2': 'The server refuses more records than `maxPageSize`.',
      'AN-SET-3': 'The server refuses a time before `notOlderThan`.',
      'AN-SET-4': 'The server refuses a time range longer than `maxDuration`.',
      'AN-SET-5': 'The server refuses more than ten zones in one query.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics error responses', certainty: 'documented' },
    {
      'AN-ERR-1': 'An answer with errors has data null, and each error has a message and a path.',
      'AN-ERR-2': 'An error carries the time at which it occurred.',
      'AN-ERR-3': 'A query that does not parse gets status 400.',
      'AN-ERR-4': 'An unknown field gets status 400 and `unknown field`.',
      'AN-ERR-5': 'A wrong argument gets status 400 and `error parsing args`.',
      'AN-ERR-6': 'A selection on a scalar returns `scalar fields must have no selections`.',
      'AN-ERR-7': 'An object without a selection returns `object field must have selections`.',
      'AN-ERR-8': 'A zone outside the rights of the credential gets status 403 and `not authorized`.',
      'AN-ERR-9': 'A credential without Analytics Read gets status 403.',
      'AN-ERR-10': 'The path of an error has the index of its zone.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Querying Firewall Events with GraphQL',
      certainty: 'documented',
      feature: 'events',
    },
    {
      'AN-EVT-1': '`firewallEventsAdaptive` returns the events of a zone.',
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
      'AN-FLT-3': '`_neq` excludes a value.',
      'AN-FLT-4': '`_in` filters by a list of values.',
      'AN-FLT-5': '`_like` filters strings with `%` as the wildcard.',
      'AN-FLT-6': 'A record matches a filter when it matches all of its members.',
      'AN-FLT-7': 'A record matches `OR` when it matches one of its filters.',
      'AN-FLT-8': 'A record matches `AND` when it matches all of its filters.',
    },
  ),
  ...statements(
    { passage: 'published queries of analytics clients', certainty: 'observed', feature: 'events' },
    { 'AN-FLT-9': '`_notin` excludes the values of a list, and `_notlike` the values that match a pattern.' },
  ),
  ...statements(
    { passage: 'Cloudflare docs, GraphQL Analytics sorting', certainty: 'documented', feature: 'events' },
    {
      'AN-ORD-1': '`datetime_DESC` lists the newest event first, `datetime_ASC` the oldest.',
      'AN-ORD-2': 'Several orders apply one after the other.',
      'AN-ORD-3': '`limit` is the largest number of records that a query returns.',
    },
  ),
  ...statements(
    { passage: 'inferred from token-validation.md: Events', certainty: 'inferred', feature: 'events' },
    { 'AN-EVT-5': 'The metadata of a token validation event has the configurations and their violations.' },
  ),
]);
