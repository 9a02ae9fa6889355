import { z } from 'zod';

/** Where an item of an answer stands. */
export const itemStatusSchema = z.enum(['in_progress', 'completed', 'incomplete']);

const inputText = z.looseObject({ type: z.literal('input_text'), text: z.string() });
const inputImage = z.looseObject({
  type: z.literal('input_image'),
  image_url: z.string().nullable().optional(),
  file_id: z.string().nullable().optional(),
  detail: z.enum(['auto', 'low', 'high', 'original']).nullable().optional(),
});
const inputFile = z.looseObject({
  type: z.literal('input_file'),
  file_data: z.string().nullable().optional(),
  file_id: z.string().nullable().optional(),
  file_url: z.string().nullable().optional(),
  filename: z.string().nullable().optional(),
});
const outputText = z.looseObject({ type: z.literal('output_text'), text: z.string() });
const refusal = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

/** One part of the content of a message that a caller sends; parts of earlier answers come back as they were. */
export const inputContentSchema = z.discriminatedUnion('type', [
  inputText,
  inputImage,
  inputFile,
  outputText,
  refusal,
]);

export type InputContent = z.infer<typeof inputContentSchema>;

/** A message may leave out its `type`: the format's short form. */
const message = z.looseObject({
  type: z.literal('message').default('message'),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([z.string(), z.array(inputContentSchema)]),
  id: z.string().nullable().optional(),
  status: itemStatusSchema.nullable().optional(),
  phase: z.string().nullable().optional(),
});

const functionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
  id: z.string().nullable().optional(),
  status: itemStatusSchema.nullable().optional(),
});

const functionCallOutput = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string().min(1),
  output: z.union([z.string(), z.array(inputContentSchema)]),
  id: z.string().nullable().optional(),
  status: itemStatusSchema.nullable().optional(),
});

const reasoning = z.looseObject({
  type: z.literal('reasoning'),
  summary: z.array(z.looseObject({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(z.looseObject({ type: z.literal('reasoning_text'), text: z.string() })).nullish(),
  encrypted_content: z.string().nullable().optional(),
  id: z.string().nullable().optional(),
  status: itemStatusSchema.nullable().optional(),
});

const itemReference = z.looseObject({ type: z.literal('item_reference'), id: z.string().min(1) });

const typed = z.discriminatedUnion('type', [
  message,
  functionCall,
  functionCallOutput,
  reasoning,
  itemReference,
]);

/**
 * One item of the input: fact sheet inference, section 2.5.
 *
 * An item without `type` is read as a message, so that what is wrong with it is said of a message.
 */
export const inputItemSchema = z.preprocess(
  (item) =>
    typeof item === 'object' && item !== null && !('type' in item) ? { ...item, type: 'message' } : item,
  typed,
);

export type InputItem = z.output<typeof inputItemSchema>;
