import { z } from 'zod';

/** A mark up to which the provider may keep the prompt. */
const cached = {
  cache_control: z.looseObject({ type: z.string(), ttl: z.string().optional() }).nullable().optional(),
};

const text = z.looseObject({ type: z.literal('text'), text: z.string().min(1), ...cached });

const source = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('base64'), media_type: z.string().min(1), data: z.string().min(1) }),
  z.looseObject({ type: z.literal('url'), url: z.string().min(1) }),
  z.looseObject({ type: z.literal('text'), media_type: z.string().min(1), data: z.string() }),
  z.looseObject({ type: z.literal('file'), file_id: z.string().min(1) }),
]);

const image = z.looseObject({ type: z.literal('image'), source, ...cached });

/** A document that is put together of blocks. */
const blocks = z.looseObject({
  type: z.literal('content'),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image]))]),
});

const document = z.looseObject({
  type: z.literal('document'),
  source: z.union([source, blocks]),
  title: z.string().nullable().optional(),
  ...cached,
});

/** Something that the caller found, to be answered from. */
const searchResult = z.looseObject({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string(),
  content: z.array(text),
  ...cached,
});

const toolUse = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  ...cached,
});

const toolResult = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1),
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [text, image, document, searchResult]))])
    .optional(),
  is_error: z.boolean().optional(),
  ...cached,
});

const thinking = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});

const redactedThinking = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() });

/** A text block of a request, as `system` and messages have it. */
export const textBlockSchema = text;

/** One block of the content of a message that a caller sends: fact sheet inference, section 2.6. */
export const inputBlockSchema = z.discriminatedUnion('type', [
  text,
  image,
  document,
  searchResult,
  toolUse,
  toolResult,
  thinking,
  redactedThinking,
]);

export type InputBlock = z.infer<typeof inputBlockSchema>;

/** One block of the content of an answer. */
export const outputBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), citations: z.unknown().optional() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
  }),
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
]);

export type OutputBlock = z.infer<typeof outputBlockSchema>;
