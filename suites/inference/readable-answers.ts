import { z } from 'zod';

// The seed says that answers follow the formats of other APIs, but shows no members. Without the members below, no
// client of a format finds the model's text.

/** A chat completion: `choices[0].message.content`. */
export const readableChat = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string().min(1) }) })).min(1),
});

const item = z.looseObject({ content: z.array(z.looseObject({ text: z.string().optional() })).optional() });

/** A response: an item of `output` with a part that has `text`. */
export const readableResponse = z.looseObject({
  output: z
    .array(item)
    .refine((items) => items.some(({ content }) => content?.some(({ text }) => text)), 'has no text'),
});

const block = z.looseObject({ type: z.string(), text: z.string().optional() });

/** A message: a block of `content` whose type is `text`. */
export const readableMessage = z.looseObject({
  content: z
    .array(block)
    .refine((blocks) => blocks.some(({ type, text }) => type === 'text' && text), 'has no block of text'),
});
