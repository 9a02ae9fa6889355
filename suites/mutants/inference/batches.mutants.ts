import { defineMutants, mutant } from '../mutant.ts';

const batches = 'mock/services/inference/batches/batches.ts';

const pending = 'request_id: batch.id, model';
const polls = 'if (asksFor(body))';

/** Batches of runs. */
export const batchMutants = defineMutants([
  mutant('INF-BATCH-1', 'says-that-batches-run-at-once', {
    file: batches,
    replace: "{ status: 'queued', request_id: id",
    by: "{ status: 'running', request_id: id",
  }),
  mutant('INF-BATCH-2', 'names-batches-without-hyphens', {
    unfit: 'The contract requires a UUID as request_id.',
    file: batches,
    replace: 'const id = newId();',
    by: "const id = newId().replaceAll('-', '');",
  }),
  mutant('INF-BATCH-3', 'reads-every-body-as-a-new-batch', {
    file: batches,
    replace: polls,
    by: "if (asksFor(body) && 'requests' in Object(body))",
  }),
  mutant('INF-BATCH-4', 'answers-what-waits-with-another-id', {
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
  }),
  mutant('INF-BATCH-5', 'loses-the-first-response-of-a-batch', {
    file: batches,
    replace: 'return { responses: [...responses], usage };',
    by: 'return { responses: responses.slice(1), usage };',
  }),
  mutant('INF-BATCH-6', 'counts-the-requests-of-a-batch-from-one', {
    file: batches,
    replace: 'id: place,',
    by: 'id: place + 1,',
  }),
  mutant('INF-BATCH-7', 'forgets-references-of-a-batch', {
    file: batches,
    replace: 'external_reference: external_reference ?? null',
    by: 'external_reference: null',
  }),
  mutant('INF-BATCH-8', 'counts-the-last-run-of-a-batch', {
    file: batches,
    replace: 'usage.completion_tokens +=',
    by: 'usage.completion_tokens =',
  }),
  mutant('INF-BATCH-9', 'takes-batches-of-ten-megabytes', {
    file: batches,
    replace: 'bytes >= limits.batchBytes',
    by: 'bytes >= 2 * limits.batchBytes',
  }),
]);

const handlers = 'mock/services/inference/finetunes/finetune-handlers.ts';
const form = 'mock/services/inference/finetunes/finetune-handlers.ts';
const adapter = 'mock/services/inference/finetunes/require-adapter.ts';

/** Fine-tunes, their files, and runs with them. */
export const finetuneMutants = defineMutants([
  mutant('INF-FT-1', 'makes-finetunes-public', {
    file: handlers,
    replace: 'body.public ?? false',
    by: 'body.public ?? true',
  }),
  mutant('INF-FT-2', 'lists-public-finetunes-of-an-account-alone', {
    file: handlers,
    replace: 'getAccount(world, params.account_id).finetunes.list().map(getResource)',
    by: 'getAccount(world, params.account_id).finetunes.list().map(getResource).filter((one) => one.public)',
  }),
  mutant('INF-FT-3', 'takes-the-configuration-of-a-finetune-alone', {
    file: form,
    replace: 'asset === given)',
    by: "asset === given && given.endsWith('.json'))",
  }),
  mutant('INF-FT-4', 'names-the-configuration-for-each-file', {
    file: handlers,
    replace: 'result: { file_name, file_url:',
    by: "result: { file_name: 'adapter_config.json', file_url:",
  }),
  mutant('INF-FT-5', 'answers-a-deleted-finetune-with-its-model', {
    file: handlers,
    replace: '{ id, name: resource.name }',
    by: '{ id, name: resource.model }',
  }),
  mutant('INF-FT-6', 'reads-the-limit-of-finetunes-as-an-end', {
    file: handlers,
    replace: 'query.offset + query.limit',
    by: 'query.limit',
  }),
  mutant('INF-FT-7', 'runs-with-a-finetune-that-has-no-file', {
    file: adapter,
    replace: '!finetune.files.has(name)',
    by: 'finetune.files.size > 0 && !finetune.files.has(name)',
  }),
  mutant('INF-FT-8', 'looks-for-files-before-it-looks-at-the-model', {
    file: adapter,
    replace: 'if (!model.lora)',
    by: 'if (false)',
  }),
]);
