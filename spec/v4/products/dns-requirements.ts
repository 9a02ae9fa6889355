import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

/** DNS records of a zone. */
export const requirements = defineRequirements(
  statements(
    { passage: 'Cloudflare API reference, DNS records', certainty: 'documented' },
    {
      'DNS-NAME-1': 'A record has its whole name, whether a client sent the whole name, a part of it or `@`.',
      'DNS-NAME-2': 'A name is in Punycode, also where a client sent it in Unicode.',
      'DNS-TTL-1': 'A record without a TTL, and one that is proxied, has the automatic TTL 1.',
      'DNS-TTL-2': 'A TTL below 30 or above 86400 seconds is refused, except for 1.',
      'DNS-BESIDE-1': 'A CNAME and an A or AAAA record can not have the same name.',
      'DNS-BATCH-1': 'A batch deletes, patches, puts and posts, in this order.',
      'DNS-BATCH-2': 'A batch of which a part is refused changes nothing.',
      'DNS-FILE-1': 'The records of an exported zone file are those of the zone, and can be imported.',
    },
  ),
);
