import { z } from 'zod';
import { chatInputSchema } from '../formats/chat-completions/request.ts';
import { responsesInputSchema } from '../formats/responses/request.ts';

/** Models that take the members of either format and answer in the same: fact sheet inference, section 2.3. */
export const responsesOrChatInputSchema = z.union([responsesInputSchema, chatInputSchema]);

export type ResponsesOrChatInput = z.output<typeof responsesOrChatInputSchema>;

/** Chat models of the new shape take a prompt for messages. */
export const chatOrPromptInputSchema = z.union([
  chatInputSchema,
  chatInputSchema.omit({ messages: true }).extend({ prompt: z.string().min(1) }),
]);

export type ChatOrPromptInput = z.infer<typeof chatOrPromptInputSchema>;
