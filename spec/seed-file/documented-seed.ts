import { z } from 'zod';
import { contentMembers, oneContent, ways } from './content-seed.ts';

/** Records of an operation that an OpenAPI document describes. */
export const documentedSeedSchema = z
  .strictObject({
    path: z
      .string()
      .regex(/^\//, 'must begin with a slash, as in the document')
      .describe('A path of the document, with its variables: `/zones/{zone_id}/dns_records`.'),
    params: z
      .record(z.string(), z.string())
      .optional()
      .describe('Variables of the path: zones and accounts by name or id, others by id.'),
    records: z
      .array(z.unknown())
      .optional()
      .describe('Records of a collection. The mock adds what is missing.'),
    record: z.unknown().optional().describe('One record, for the path of an item or of a singleton.'),
    ...contentMembers,
    content_type: z.string().optional().describe('Media type of its content.'),
    removed: z
      .literal(true)
      .optional()
      .describe('That a record is gone which would be there without a seed.'),
  })
  .superRefine(({ records, record, removed, content_type, ...given }, { addIssue }) => {
    const contents = ways.filter((way) => given[way] !== undefined).length;
    const forms = [records, record ?? (contents > 0 ? true : undefined), removed];
    const problem =
      contents > 1 || (content_type !== undefined && contents === 0)
        ? oneContent
        : forms.filter((form) => form !== undefined).length === 1
          ? undefined
          : 'needs one of records, record or content, and removed';
    if (problem !== undefined) addIssue({ code: 'custom', message: problem });
  })
  .meta({ id: 'Documented' });

export type DocumentedSeed = z.output<typeof documentedSeedSchema>;
