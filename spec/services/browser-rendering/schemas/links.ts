import { z } from 'zod';
import { commonFields, exactlyOneSource, sourceFields } from './common.ts';

/** The body of `/links`: seed, Links request. `url` is required there; HTML alone has no address to be external to. */
export const linksRequestSchema = z
  .object({
    ...sourceFields,
    url: z.string({ error: 'is needed: links are read from a URL' }).min(1, 'a URL must not be empty'),
    ...commonFields,
    visibleLinksOnly: z.boolean().optional(),
    excludeExternalLinks: z.boolean().optional(),
  })
  .superRefine(exactlyOneSource);

export type LinksRequest = z.output<typeof linksRequestSchema>;

/** Where links lead, in document order, repeated ones too: fact sheet browser-rendering, section 5. */
export const linksSchema = z.array(z.string());
