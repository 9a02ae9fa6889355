import { defineMutants } from '../mutant.ts';

const handlers = 'mock/services/inference/finetunes/finetune-handlers.ts';
const form = 'mock/services/inference/finetunes/asset-form.ts';
const adapter = 'mock/services/inference/finetunes/require-adapter.ts';

/** Fine-tunes, their files, and runs with them. */
export const finetuneMutants = defineMutants([
  {
    id: 'makes-finetunes-public',
    requirement: 'INF-FT-1',
    does: 'It makes a fine-tune public that says nothing about it.',
    file: handlers,
    replace: 'body.public ?? false',
    by: 'body.public ?? true',
  },
  {
    id: 'lists-public-finetunes-of-an-account-alone',
    requirement: 'INF-FT-2',
    does: 'It leaves what is not public out of the fine-tunes of an account.',
    file: handlers,
    replace: 'accountOf(world, params.account_id).finetunes.list().map(resourceOf)',
    by: 'accountOf(world, params.account_id).finetunes.list().map(resourceOf).filter((one) => one.public)',
  },
  {
    id: 'takes-the-configuration-of-a-finetune-alone',
    requirement: 'INF-FT-3',
    does: 'It takes the configuration of a fine-tune and not its tensors.',
    file: form,
    replace: 'asset === given)',
    by: "asset === given && given.endsWith('.json'))",
  },
  {
    id: 'names-the-configuration-for-each-file',
    requirement: 'INF-FT-4',
    does: 'It answers each file of a fine-tune with the name of the configuration.',
    file: handlers,
    replace: 'result: { file_name, file_url:',
    by: "result: { file_name: 'adapter_config.json', file_url:",
  },
  {
    id: 'answers-a-deleted-finetune-with-its-model',
    requirement: 'INF-FT-5',
    does: 'It answers the model of a deleted fine-tune as its name.',
    file: handlers,
    replace: '{ id, name: resource.name }',
    by: '{ id, name: resource.model }',
  },
  {
    id: 'reads-the-limit-of-finetunes-as-an-end',
    requirement: 'INF-FT-6',
    does: 'It lists public fine-tunes from the offset to the limit.',
    file: handlers,
    replace: 'query.offset + query.limit',
    by: 'query.limit',
  },
  {
    id: 'runs-with-a-finetune-that-has-no-file',
    requirement: 'INF-FT-7',
    does: 'It misses files of those fine-tunes alone that have one.',
    file: adapter,
    replace: '!finetune.files.has(name)',
    by: 'finetune.files.size > 0 && !finetune.files.has(name)',
  },
  {
    id: 'looks-for-files-before-it-looks-at-the-model',
    requirement: 'INF-FT-8',
    does: 'It looks for the files of a fine-tune although the model takes none.',
    file: adapter,
    replace: 'if (!model.lora)',
    by: 'if (false)',
  },
]);
