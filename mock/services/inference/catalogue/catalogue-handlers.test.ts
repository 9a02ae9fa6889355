import { describe, expect, it } from 'vitest';
import { models } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import { tasks } from '../../../../spec/services/inference/tasks.ts';
import { createMock } from '../../../assembly/create-mock.ts';
import { getClient } from '../../../assembly/testing/test-client.ts';
import { type ModelFilter, selectModels } from './catalogue-handlers.ts';

const ids = (filter: ModelFilter, from = models) => selectModels(from, filter).map(({ id }) => id);
const embeddings = tasks.find(({ name }) => name === 'Text Embeddings');
const [first] = models;
if (!first || !embeddings) throw new Error('the catalogue is empty');
const old: ModelEntry = { ...first, id: '@cf/meta/old', deprecated: true };

describe('selectModels', () => {
  it('finds hosted models, those of third parties, and those that are no experiments', () => {
    const hosted = ({ id }: ModelEntry) => id.startsWith('@cf/');
    expect(ids({ source: 1 })).toEqual(models.filter(hosted).map(({ id }) => id));
    expect(ids({ source: 2 })).toEqual(models.filter((model) => !hosted(model)).map(({ id }) => id));
    const kept = models.filter(({ beta }) => beta === undefined).map(({ id }) => id);
    expect(ids({ hide_experimental: true })).toEqual(kept);
  });

  it('shows deprecated models on request', () => {
    expect(ids({}, [first, old])).toEqual([first.id]);
    expect(ids({ include_deprecated: false }, [first, old])).toEqual([first.id]);
    expect(ids({ include_deprecated: true }, [first, old])).toEqual([first.id, old.id]);
  });
});

it('lists and runs the models of the options, again after a reset', async () => {
  const own = createMock({ models: { catalogue: [{ id: 'acme/parrot', context_window: 12 }] } });
  const ofOwn = getClient(own);
  const params = { account_id: own.defaults.accountId };
  for (const _ of [1, 2]) {
    const { body } = await ofOwn.call('inference.models.search', { params, query: { author: 'acme' } });
    expect(body.result).toMatchObject([{ name: 'acme/parrot', source: 2 }]);
    const asked = { model: 'acme/parrot', messages: [{ role: 'user' as const, content: 'Hello' }] };
    const answer = await ofOwn.call('inference.chat-completions', { params, body: asked });
    expect(answer.headers.get('touchstone-basis')).toBe('seed');
    own.reset();
  }
  const wrong = createMock({ models: { catalogue: [{ id: 'acme/parrot', like: 'nobody/none' }] } });
  await expect(wrong.ready()).rejects.toThrow(/models\[0\]\.like: must be the id of a model/);
});
