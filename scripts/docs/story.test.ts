import { describe, expect, it } from 'vitest';
import { recordExamples, StoryError } from './record-examples.ts';
import { fillIn, textAt } from './story.ts';

describe('a story', () => {
  it('replaces known names in every text, and leaves other braces alone', () => {
    const known = { config_id: 'c-1' };
    expect(fillIn({ a: ['is_jwt_valid("{config_id}")', '/users/{id}'], n: 1 }, known)).toEqual({
      a: ['is_jwt_valid("c-1")', '/users/{id}'],
      n: 1,
    });
  });

  it('finds values for later steps, and names a missing one', () => {
    expect(textAt({ result: [{ id: 'a' }] }, 'result.0.id')).toBe('a');
    expect(() => textAt({ result: [] }, 'result.0.id')).toThrow('There is no result.0.id');
  });

  it('returns the exchange of each step to show', async () => {
    const examples = await recordExamples([
      [
        { operation: 'zones.zone.create', silent: true, keep: { zone_id: 'result.id' } },
        { operation: 'zones.zone.delete' },
      ],
    ]);
    expect([...examples.keys()]).toEqual(['zones.zone.delete']);
    const { params, received } = examples.get('zones.zone.delete') ?? {};
    expect(params?.['zone_id']).toMatch(/^[0-9a-f]{32}$/);
    expect(received).toMatchObject({ result: { id: params?.['zone_id'] } });
  });

  it('fails at a call that is refused, or that needs an unknown name', async () => {
    const refused = recordExamples([[{ operation: 'zones.zone.get', params: { zone_id: '0'.repeat(32) } }]]);
    await expect(refused).rejects.toThrow(StoryError);
    await expect(recordExamples([[{ operation: 'token-validation.config.get' }]])).rejects.toThrow(
      'config_id',
    );
  });
});
