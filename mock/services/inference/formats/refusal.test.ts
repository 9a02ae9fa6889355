import { describe, expect, test } from 'vitest';
import { ModelError, type ModelErrorReason } from '../../../engines/models/model-error.ts';
import { errorAnswer, getRefusal } from './refusal.ts';

const hosted = '@cf/openai/gpt-oss-120b';
const third = 'openai/gpt-5';

describe('the failure of a model', () => {
  test.each<[ModelErrorReason, number | undefined, number, number]>([
    ['bad-input', undefined, 400, 7003],
    ['bad-input', 422, 400, 7003],
    ['timeout', undefined, 504, 2005],
    ['overloaded', undefined, 429, 2005],
    ['overloaded', 529, 529, 2005],
    ['unavailable', 401, 502, 2005],
    ['malformed', undefined, 502, 2005],
    ['scripted', undefined, 500, 2005],
    ['scripted', 451, 451, 2005],
  ])('of a third party comes from the gateway: %s with status %s', (reason, given, status, code) => {
    const error = new ModelError(reason, 'Words.', given === undefined ? {} : { status: given });
    const refusal = getRefusal(error, third);
    expect(refusal).toMatchObject({ layer: 'gateway', status, code });
    expect(refusal.message).toContain('Words.');
  });

  test("of the runtime contains the backend's message", () => {
    const { message } = getRefusal(new ModelError('bad-input', 'Say "x".', { status: 400 }), hosted);
    expect(JSON.parse(message.replace(/^(AiError: )+/, ''))).toMatchObject({
      object: 'error',
      message: 'Say "x".',
    });
  });

  test.each([hosted, third])('hides the details of bugs: %s', (model) => {
    expect(JSON.stringify(errorAnswer('chat-completions', new Error('secret'), model))).not.toContain(
      'secret',
    );
  });
});
