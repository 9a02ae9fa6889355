import { describe, expect, it } from 'vitest';
import { responsesRequestSchema } from '../../../../spec/services/inference/formats/responses/request.ts';
import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import { World } from '../../../world/world.ts';
import { begunResponse } from '../formats/responses/response.ts';
import { KeptResponses } from './kept-responses.ts';

const asked = (body: object) =>
  responsesRequestSchema.parse({ model: 'openai/gpt-5', input: 'Hello', ...body });

function answered(id: string) {
  const begun = begunResponse({
    model: 'openai/gpt-5',
    request: asked({}),
    now: () => 0,
    newId: () => 'x',
  });
  return { ...begun, id };
}

describe('KeptResponses', () => {
  it('continues the conversation, request by request', () => {
    const kept = new KeptResponses(new World({ tenants: 'on-demand', seed: 1 }));
    kept.keep('a', asked({ input: 'One' }), answered('resp_1'));
    kept.keep('a', asked({ input: 'Two', previous_response_id: 'resp_1' }), answered('resp_2'));
    const { before = [] } = kept.before('a', asked({ previous_response_id: 'resp_2' }));
    expect(before.map((item) => ('content' in item ? item.content : item))).toEqual(['One', 'Two']);
  });

  it.each([
    ['of another account', 'b', { previous_response_id: 'resp_1' }],
    ['that nobody knows', 'a', { previous_response_id: 'resp_0' }],
    ['of a conversation', 'a', { conversation: 'conv_1' }],
  ])('knows no response %s', (_, account, body) => {
    const kept = new KeptResponses(new World({ tenants: 'on-demand', seed: 1 }));
    kept.keep('a', asked({}), answered('resp_1'));
    expect(() => kept.before(account, asked(body))).toThrow(/not found|not stored/);
  });

  it('stores nothing when the request says so', () => {
    const kept = new KeptResponses(new World({ tenants: 'on-demand', seed: 1 }));
    kept.keep('a', asked({ store: false }), answered('resp_1'));
    expect(() => kept.before('a', asked({ previous_response_id: 'resp_1' }))).toThrow('not found');
  });

  it('forgets the oldest', () => {
    const kept = new KeptResponses(new World({ tenants: 'on-demand', seed: 1 }));
    for (let index = 0; index <= inferenceLimits.keptResponses; index++) {
      kept.keep('a', asked({}), answered(`resp_${index}`));
    }
    expect(() => kept.before('a', asked({ previous_response_id: 'resp_0' }))).toThrow('not found');
    expect(kept.before('a', asked({ previous_response_id: 'resp_1' })).before).toHaveLength(1);
  });
});
