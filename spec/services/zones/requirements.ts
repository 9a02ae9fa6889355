import { bounds } from '../../bounds.ts';
import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { endpoints } from './endpoints.ts';
/** Zones: as much as a `zone_id` needs. */
export const requirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, Zones', certainty: 'documented' },
    {
      'ZN-ZONE-1': 'A POST of a name and an account to `/zones` creates a zone.',
      'ZN-ZONE-2': 'The creation of a zone gets status 200.',
      'ZN-ZONE-3': 'The creation of a zone returns the zone.',
      'ZN-ZONE-4': 'A zone has the type `full` by default.',
      'ZN-ZONE-5': 'The server accepts each of the types `full`, `partial`, `secondary` and `internal`.',
      'ZN-ZONE-7': 'A zone carries `id` as 32 hexadecimal digits.',
      'ZN-ZONE-8': 'A zone carries its `name`.',
      'ZN-ZONE-9': 'The `status` of a zone is `initializing`, `pending`, `active` or `moved`.',
      'ZN-ZONE-10': 'A zone carries `paused` as a boolean.',
      'ZN-ZONE-11': 'A zone carries `name_servers` as an array.',
      'ZN-ZONE-12': 'A zone carries `created_on` as a timestamp.',
      'ZN-ZONE-13': 'A zone carries `modified_on` as a timestamp.',
      'ZN-ZONE-14': 'A zone carries `account` with its `id` and `name`.',
      'ZN-ZONE-15': 'A zone carries `owner` as an object.',
      'ZN-ZONE-16': 'A zone carries `meta` as an object.',
      'ZN-ZONE-17': 'A zone carries `plan` as an object.',
      'ZN-ZONE-19': 'The server refuses a `name` of more than 253 characters.',
      'ZN-ZONE-20': 'The server refuses a `name` with a label of more than 63 characters.',
      'ZN-ZONE-21': 'A GET of `/zones/{zone_id}` returns that zone.',
      'ZN-ZONE-22': 'A PATCH of `/zones/{zone_id}` changes `paused`.',
      'ZN-ZONE-23': 'A DELETE of `/zones/{zone_id}` removes the zone from the list.',
      'ZN-ZONE-24': 'The deletion of a zone returns its `id`.',
      'ZN-LIST-1': 'A GET of `/zones` lists the zones that the credentials may see.',
      'ZN-LIST-2': 'The list of zones honours `page`.',
      'ZN-LIST-3': 'The list of zones honours `per_page`.',
      'ZN-LIST-4': 'The list of zones filters by an exact `name`.',
      'ZN-LIST-5': 'The list of zones filters by a `name` with the prefix `contains:`.',
      'ZN-LIST-6': 'The list of zones filters by `status`.',
      'ZN-LIST-7': 'The list of zones filters by `account.id`.',
      'ZN-LIST-8': 'The list of zones filters by `account.name`.',
      'ZN-LIST-9': 'The list of zones filters by `type`.',
      'ZN-LIST-10': '`order` orders the list of zones.',
      'ZN-LIST-11': '`direction` sets the direction of the list of zones.',
      'ZN-LIST-12': 'With `match` `any` the list has the zones that match one filter.',
      'ZN-LIST-13': 'With `match` `all` the list has only the zones that match every filter.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'zones.zone.create',
      of: 'zone',
      passage: 'cloudflare-typescript, Zones',
      certainty: 'documented',
    },
    {
      'ZN-ZONE-6': ['not allowed', '/type'],
      'ZN-ZONE-18': ['missing', '/name'],
    },
  ),
  ...statements(
    { passage: 'alchemy-run/distilled, zones', certainty: 'observed' },
    {
      'ZN-ZONE-25': 'An existing zone name gets an error with code 1061.',
      'ZN-ZONE-26': 'A `name` that is not a domain gets an error with code 1002.',
    },
  ),
  ...statements(
    { passage: 'alchemy-run/distilled, errors of the API', certainty: 'observed' },
    {
      'ZN-ZONE-27': 'An unknown zone id gets an error with code 9109.',
    },
  ),
  ...statements(
    { passage: 'inferred from cloudflare-typescript, Zones', certainty: 'inferred' },
    {
      'ZN-ZONE-28': 'The deletion of a zone deletes its contents.',
    },
  ),
]);
