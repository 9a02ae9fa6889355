import { z } from 'zod';

/** Operations of transcripts. */
export const transcriptOperations = [
  'inference.run',
  'inference.run-model',
  'inference.chat-completions',
  'inference.responses',
  'inference.messages',
  'inference.embeddings',
] as const;

/** `fixtures/inference/NAME/case.json`; the README in that folder explains each member. */
export const inferenceCaseSchema = z
  .strictObject({
    title: z.string().min(10),
    requirements: z.array(z.string().regex(/^INF-[A-Z]+-[1-9]\d*$/)).min(1),
    operation: z.enum(transcriptOperations),
    model: z.string().optional(),
    headers: z.record(z.string(), z.string()).default({ 'cf-aig-gateway-id': 'default' }),
    body: z.record(z.string(), z.unknown()).optional(),
    text: z.string().optional(),
  })
  .refine(({ body, text }) => (body === undefined) !== (text === undefined), {
    error: 'a case has either a body or a text',
  })
  .refine(({ operation, model }) => (operation === 'inference.run-model') === (model !== undefined), {
    error: 'a run by path names its model, and nothing else does',
  });

/** One case of `fixtures/inference`, defaults filled in. */
export type InferenceCase = z.output<typeof inferenceCaseSchema>;

/** The answer; its kind decides how the body is written. */
export const transcriptSchema = z.strictObject({
  status: z.int(),
  /** Headers that describe the answer, by their lower-case names. */
  headers: z.record(z.string(), z.string()),
  answer: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('json'), body: z.unknown() }),
    /** Each frame without the blank line after it. */
    z.strictObject({ kind: z.literal('events'), frames: z.array(z.string()).min(1) }),
    /** Bytes, or JSON that is too long to read: a description and a digest. */
    z.strictObject({
      kind: z.literal('digest'),
      bytes: z.int().positive(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ]),
});

/** `fixtures/inference/NAME/transcript.json`. */
export type Transcript = z.output<typeof transcriptSchema>;

/** The body of a case as sent. */
export const textOfCase = ({ body, text }: InferenceCase): string => text ?? JSON.stringify(body);
