import { describe, expect, test } from 'vitest';
import { failureEnvelopeSchema } from '../../envelope.ts';
import { errorBody, type Refused } from './error-body.ts';
import { gatewayErrorSchema, runtimeErrorSchema } from './error-shapes.ts';
import { chatErrorSchema } from './formats/chat-completions/error.ts';
import { messagesErrorSchema } from './formats/messages/error.ts';
import { responsesErrorSchema } from './formats/responses/error.ts';
import { modelFormats } from './models/entry.ts';

const refused: Omit<Refused, 'layer'> = {
  status: 400,
  code: 5006,
  message: 'AiError: Bad input',
  pointer: '/messages/0/content',
};

describe('errorBody', () => {
  test.each(modelFormats)('has the envelope for what the edge refuses in %s', (format) => {
    const body = errorBody(format, { ...refused, layer: 'edge' });
    expect(failureEnvelopeSchema.safeParse(body).error).toBeUndefined();
    expect(body).toHaveProperty('result', null);
  });

  test.each([
    ['run', 'runtime', runtimeErrorSchema],
    ['run', 'gateway', gatewayErrorSchema],
    ['chat-completions', 'runtime', chatErrorSchema],
    ['chat-completions', 'runtime', runtimeErrorSchema],
    ['chat-completions', 'gateway', chatErrorSchema],
    ['embeddings', 'runtime', chatErrorSchema],
    ['responses', 'runtime', responsesErrorSchema],
    ['responses', 'gateway', responsesErrorSchema],
    ['messages', 'runtime', messagesErrorSchema],
    ['messages', 'gateway', messagesErrorSchema],
  ] as const)('has in %s what the %s refuses in a shape of its own', (format, layer, schema) => {
    expect(schema.safeParse(errorBody(format, { ...refused, layer })).error).toBeUndefined();
  });

  test('names the member that is wrong as clients of chat completions know it', () => {
    expect(errorBody('chat-completions', { ...refused, layer: 'runtime' })).toMatchObject({
      error: { param: 'messages[0].content', code: '5006' },
    });
  });
});
