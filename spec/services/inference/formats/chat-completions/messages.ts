import { z } from 'zod';

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });

const imagePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    /** An https URL, or a data URL with the picture itself. */
    url: z.string().min(1),
    detail: z.enum(['auto', 'low', 'high']).optional(),
  }),
});

const audioPart = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string().min(1), format: z.enum(['wav', 'mp3']) }),
});

const filePart = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: z.string().optional(),
    file_id: z.string().optional(),
    filename: z.string().optional(),
  }),
});

const refusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

/** One part of the content of a user's message. */
export const chatContentPartSchema = z.discriminatedUnion('type', [textPart, imagePart, audioPart, filePart]);

export type ChatContentPart = z.infer<typeof chatContentPartSchema>;

const texts = z.union([z.string(), z.array(textPart).min(1)]);

/** A call of a function, its arguments as JSON text. */
export const chatToolCallSchema = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
});

const customToolCall = z.looseObject({
  id: z.string().min(1),
  type: z.literal('custom'),
  custom: z.looseObject({ name: z.string().min(1), input: z.string() }),
});

const system = z.looseObject({
  role: z.enum(['system', 'developer']),
  content: texts,
  name: z.string().optional(),
});

const user = z.looseObject({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(chatContentPartSchema).min(1)]),
  name: z.string().optional(),
});

/** Without calls there has to be content; clients send null or an empty text beside calls. */
const assistant = z
  .looseObject({
    role: z.literal('assistant'),
    content: z
      .union([z.string(), z.array(z.discriminatedUnion('type', [textPart, refusalPart])), z.null()])
      .optional(),
    refusal: z.string().nullable().optional(),
    reasoning_content: z.string().nullable().optional(),
    name: z.string().optional(),
    tool_calls: z.array(z.discriminatedUnion('type', [chatToolCallSchema, customToolCall])).optional(),
    function_call: z.looseObject({ name: z.string(), arguments: z.string() }).nullable().optional(),
  })
  .refine(
    ({ content, refusal, tool_calls, function_call }) =>
      typeof content === 'string' ||
      Array.isArray(content) ||
      refusal ||
      function_call ||
      (tool_calls?.length ?? 0) > 0,
    { error: 'needs content or tool_calls', path: ['content'] },
  );

const tool = z.looseObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: texts });

const namedFunction = z.looseObject({
  role: z.literal('function'),
  name: z.string().min(1),
  content: z.string().nullable(),
});

/** One message of a conversation: fact sheet inference, section 2.4. */
export const chatMessageSchema = z.discriminatedUnion('role', [system, user, assistant, tool, namedFunction]);

export type ChatMessage = z.infer<typeof chatMessageSchema>;
