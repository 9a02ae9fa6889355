import { defineMutants } from '../mutant.ts';

const batches = 'mock/services/inference/batches/batches.ts';

const pending = 'request_id: batch.id, model';
const polls = 'if (asksFor(body))';

/** Batches of runs. */
export const batchMutants = defineMutants([
  {
    id: 'says-that-batches-run-at-once',
    requirement: 'INF-BATCH-1',
    does: 'It answers a batch that was just put into the queue as running.',
    file: batches,
    replace: "{ status: 'queued', request_id: id",
    by: "{ status: 'running', request_id: id",
  },
  {
    id: 'names-batches-without-hyphens',
    requirement: 'INF-BATCH-2',
    does: 'It names a batch by 32 hexadecimal digits.',
    unfit: 'The contract takes no other request_id than a UUID.',
    file: batches,
    replace: 'const id = newId();',
    by: "const id = newId().replaceAll('-', '');",
  },
  {
    id: 'reads-every-body-as-a-new-batch',
    requirement: 'INF-BATCH-3',
    does: 'It looks for requests in a body that asks for a batch.',
    file: batches,
    replace: polls,
    by: "if (asksFor(body) && 'requests' in Object(body))",
  },
  {
    id: 'answers-what-waits-with-another-id',
    requirement: 'INF-BATCH-4',
    does: 'It answers a batch that is not done with an id that nobody gave.',
    file: batches,
    replace: pending,
    by: 'request_id: crypto.randomUUID(), model',
    and: [
      {
        file: batches,
        replace: 'begun++;',
        by: 'await new Promise((resolve) => setTimeout(resolve, 50));\n        begun++;',
      },
    ],
  },
  {
    id: 'loses-the-first-response-of-a-batch',
    requirement: 'INF-BATCH-5',
    does: 'It leaves one response of a batch out.',
    file: batches,
    replace: 'return { responses: [...responses], usage };',
    by: 'return { responses: responses.slice(1), usage };',
  },
  {
    id: 'counts-the-requests-of-a-batch-from-one',
    requirement: 'INF-BATCH-6',
    does: 'It counts the places of requests from one.',
    file: batches,
    replace: 'id: place,',
    by: 'id: place + 1,',
  },
  {
    id: 'forgets-references-of-a-batch',
    requirement: 'INF-BATCH-7',
    does: 'It answers the requests of a batch without their references.',
    file: batches,
    replace: 'external_reference: external_reference ?? null',
    by: 'external_reference: null',
  },
  {
    id: 'counts-the-last-run-of-a-batch',
    requirement: 'INF-BATCH-8',
    does: 'It counts the completion tokens of the last run of a batch alone.',
    file: batches,
    replace: 'usage.completion_tokens +=',
    by: 'usage.completion_tokens =',
  },
  {
    id: 'takes-batches-of-ten-megabytes',
    requirement: 'INF-BATCH-9',
    does: 'It takes batches of up to twice ten megabytes.',
    file: batches,
    replace: 'bytes >= limits.batchBytes',
    by: 'bytes >= 2 * limits.batchBytes',
  },
]);

const handlers = 'mock/services/inference/finetunes/finetune-handlers.ts';
const form = 'mock/services/inference/finetunes/finetune-handlers.ts';
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
