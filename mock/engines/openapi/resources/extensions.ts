import { z } from 'zod';
import type { DocumentOperation } from '../document.ts';
import type { JsonObject } from '../json.ts';

/** What a path item may say about its resource, in `x-touchstone-resource`. */
const resourceSchema = z.strictObject({
  /** `none` leaves all operations of the path without state. */
  kind: z.enum(['collection', 'singleton', 'none']).optional(),
  /** Member of a record with its id. */
  id: z.string().optional(),
  /** Who chooses the ids. */
  key: z.enum(['client', 'server']).optional(),
  raw: z.boolean().optional(),
  /** Field of a form with the bytes, where it is no file. */
  bytes: z.string().optional(),
  /** Member of the body of a new record with its id, where it has another name there. */
  idSource: z.string().optional(),
  /** Members of the record, by the names that bodies have for them. */
  members: z.record(z.string(), z.array(z.string())).optional(),
  preset: z.boolean().optional(),
  unique: z.array(z.string()).optional(),
  /** Records that are there from the start, each with its id. */
  starts: z.array(z.record(z.string(), z.json())).optional(),
});

const kinds = [
  ...['list', 'create', 'read', 'replace', 'update', 'remove', 'clear'],
  ...['bulk-create', 'bulk-replace', 'bulk-update', 'bulk-remove'],
  ...['read-one', 'write-one', 'change-one', 'remove-one', 'read-member', 'action', 'sample', 'none'],
] as const;

/** What an operation may say about its role, in `x-touchstone-role`; its kind alone is enough. */
const roleSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { kind: value } : value),
  z.strictObject({
    kind: z.enum(kinds),
    /** Path of the collection or singleton. */
    resource: z.string().optional(),
    /** Bulk calls: JSON pointer to the records or ids in the body. */
    pointer: z.string().optional(),
    /** Bulk calls: query parameter with the ids. */
    parameter: z.string().optional(),
    /** Bulk calls: member of each record in the body with its id. */
    id: z.string().optional(),
    /** Bulk calls: member of each record in the body with its bytes. */
    bytes: z.string().optional(),
    /** Bulk calls: member of each record that says whether its bytes are Base64. */
    base64: z.string().optional(),
    /** `update`: lists of the record, by the member of the body with entries for them, or with entries to take. */
    append: z.record(z.string(), z.string()).optional(),
    take: z.record(z.string(), z.string()).optional(),
    /** `change-one`: what the call changes, instead of its body. */
    set: z.record(z.string(), z.json()).optional(),
    /** `read-member`: the member that is read. */
    member: z.string().optional(),
    /** `none`: why. */
    reason: z.string().optional(),
  }),
);

export type ResourceExtension = z.infer<typeof resourceSchema>;
export type RoleExtension = z.infer<typeof roleSchema>;

/** An extension, or what is wrong with it; undefined if there is none. */
export type Read<T> = { readonly value: T } | { readonly problem: string } | undefined;

export const readResourceExtension = (item: JsonObject | undefined): Read<ResourceExtension> =>
  read(item, 'x-touchstone-resource', resourceSchema);

export const readRoleExtension = ({ node }: DocumentOperation): Read<RoleExtension> =>
  read(node, 'x-touchstone-role', roleSchema);

function read<T>(node: JsonObject | undefined, name: string, schema: z.ZodType<T>): Read<T> {
  const value = node?.[name];
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const at = issue && issue.path.length > 0 ? `.${issue.path.join('.')}` : '';
  return { problem: `${name}${at}: ${issue?.message ?? 'is wrong'}.` };
}
