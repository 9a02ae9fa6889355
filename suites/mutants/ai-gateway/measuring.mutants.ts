import { defineMutants, mutant } from '../mutant.ts';

/** Datasets of log entries, and evaluations of them. */
export const measuringMutants = defineMutants([
  mutant('GW-DATA-1', 'keeps-one-filter', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: '...body,\n',
    by: '...body,\n        filters: body.filters.slice(0, 1),\n',
  }),
  mutant('GW-DATA-2', 'reads-a-dataset-without-filters', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: 'result: findDataset(world, params).dataset',
    by: 'result: { ...findDataset(world, params).dataset, filters: [] }',
  }),
  mutant('GW-DATA-2', 'reads-whichever-dataset', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: 'account.datasets.get(params.dataset_id)',
    by: 'account.datasets.list().find((one) => one.gateway_id === gateway.id)',
  }),
  mutant('GW-DATA-3', 'keeps-the-name-of-a-dataset', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: '{ ...before, ...body, modified_at',
    by: '{ ...before, ...body, name: before.name, modified_at',
  }),
  mutant('GW-DATA-4', 'gives-the-first-page-of-datasets', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: 'paginate(found, query)',
    by: 'paginate(found, { ...query, page: 1 })',
  }),
  mutant('GW-DATA-5', 'finds-datasets-by-parts-of-names', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: 'dataset.name === name',
    by: 'dataset.name.includes(name)',
  }),
  mutant('GW-DATA-6', 'searches-no-filters', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: 'includesText([id, name, JSON.stringify(filters)]',
    by: 'includesText([id, name]',
  }),
  mutant('GW-DATA-7', 'disables-datasets-that-are-deleted', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: 'account.datasets.remove(dataset.id)',
    by: 'account.datasets.put({ ...dataset, enable: false })',
  }),
  mutant('GW-DATA-7', 'deletes-all-datasets', {
    file: 'mock/services/ai-gateway/datasets/dataset-handlers.ts',
    replace: 'account.datasets.remove(dataset.id)',
    by: 'account.datasets.remove(...account.datasets.list().map(({ id }) => id))',
  }),
  mutant('GW-EVAL-1', 'gives-two-types-one-id', {
    file: 'spec/services/ai-gateway/evaluations.ts',
    replace: '5d1b6c02',
    by: '5d1b6c01',
  }),
  mutant('GW-EVAL-2', 'forgets-the-first-dataset', {
    file: 'mock/services/ai-gateway/evaluations/evaluate.ts',
    replace: 'datasets: datasets.map(',
    by: 'datasets: datasets.slice(1).map(',
  }),
  mutant('GW-EVAL-3', 'measures-what-is-mandatory-alone', {
    file: 'mock/services/ai-gateway/evaluations/evaluate.ts',
    replace: 'type.mandatory || typeIds.includes(type.id)',
    by: 'type.mandatory',
  }),
  mutant('GW-EVAL-4', 'counts-all-log-entries', {
    file: 'mock/services/ai-gateway/evaluations/evaluate.ts',
    replace: 'total_logs: logs.length',
    by: 'total_logs: account.gatewayLogs.list(gatewayId).length',
  }),
  mutant('GW-EVAL-5', 'lists-processed-evaluations-in-any-case', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: 'processed === undefined || evaluation.processed === processed',
    by: 'true',
  }),
  mutant('GW-EVAL-6', 'deletes-all-evaluations', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: 'account.evaluations.remove(evaluation.id)',
    by: 'account.evaluations.remove(...account.evaluations.list().map(({ id }) => id))',
  }),
  mutant('GW-EVAL-6', 'keeps-deleted-evaluations', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: 'account.evaluations.remove(evaluation.id)',
    by: 'account.evaluations.get(evaluation.id)',
  }),
]);

/** Effects of guardrails and data rules on prompts and answers. */
export const guardrailMutants = defineMutants([
  mutant('GW-GUARD-1', 'judges-answers-by-the-rules-of-prompts', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: 'response: getActions(response)',
    by: 'response: getActions(prompt)',
  }),
  mutant('GW-GUARD-2', 'blocks-prompts-as-the-provider-host-does', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: "if (surface === 'run')",
    by: "if (surface === 'run' && phase === 'response')",
  }),
  mutant('GW-GUARD-3', 'blocks-answers-as-data-rules-do', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: '-blocked` as const',
    by: "-blocked`.replace('response', 'dlp-response')",
  }),
  mutant('GW-GUARD-4', 'blocks-what-is-only-flagged', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: "if (found.verdict === 'block')",
    by: "if ('hits' in found)",
  }),
  mutant('GW-GUARD-5', 'breaks-streams-off', {
    file: 'mock/services/ai-gateway/pass/finish-run.ts',
    replace: 'answerStream(frames, {',
    by: 'answerStream(run.gateway.guardrails ? { ...frames, iterator: [].values() } : frames, {',
  }),
  mutant('GW-GUARD-6', 'lets-pass-what-nobody-scanned', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: '&& found.blocks',
    by: "&& found.blocks && found.reason === 'credits'",
  }),
  mutant('GW-GUARD-6', 'lets-answers-pass-that-nobody-scanned', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: '&& found.blocks',
    by: "&& found.blocks && phase === 'prompt'",
  }),
  mutant('GW-GUARD-7', 'ends-what-nobody-scanned', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: ' && found.blocks',
    by: '',
  }),
  mutant('GW-GUARD-8', 'calls-an-unpaid-scanner-unavailable', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: "found.reason === 'credits'",
    by: 'false',
  }),
  mutant('GW-DLP-1', 'blocks-requests-under-the-code-of-answers', {
    file: 'mock/services/ai-gateway/pass/data-rules.ts',
    replace: "check === 'REQUEST'",
    by: 'false',
  }),
  mutant('GW-DLP-2', 'blocks-answers-under-the-code-of-requests', {
    file: 'mock/services/ai-gateway/pass/data-rules.ts',
    replace: "check === 'REQUEST'",
    by: 'true',
  }),
  mutant('GW-DLP-3', 'tells-only-what-data-rules-block', {
    file: 'mock/services/ai-gateway/pass/gateway-run.ts',
    replace: 'if (dlp)',
    by: "if (dlp?.action === 'BLOCK')",
  }),
  mutant('GW-DLP-3', 'tells-what-data-rules-find-in-answers-alone', {
    file: 'mock/services/ai-gateway/pass/data-rules.ts',
    replace: 'if (findings.length === 0)',
    by: "if (findings.length === 0 || (check === 'REQUEST' && action === 'FLAG'))",
  }),
]);
