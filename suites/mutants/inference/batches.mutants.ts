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
