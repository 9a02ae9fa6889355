import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

/** Workers KV over REST. */
export const requirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare API reference, KV', certainty: 'documented' },
    {
      'KV-VALUE-1': 'A value is read as it was written: bytes of any kind, from a body or from a form.',
      'KV-VALUE-2': 'A key that is removed, and one that was never written, is not found.',
      'KV-META-1': 'Metadata is kept beside the value, and is listed and read on its own.',
      'KV-LIST-1': 'Keys are listed by prefix, in their order, in pages that end.',
      'KV-BULK-1': 'Many pairs are written, read and removed in one request.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, KV limits', certainty: 'documented' },
    { 'KV-LIMIT-1': 'A key of more than 512 bytes is refused.' },
  ),
  ...statements(
    { passage: 'Cloudflare docs, KV expiring keys', certainty: 'documented' },
    {
      'KV-EXPIRE-1': 'A key with a time to live is listed with the time at which it goes.',
      'KV-EXPIRE-2': 'A time to live of less than 60 seconds is refused.',
    },
  ),
]);
