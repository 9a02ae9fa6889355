import { defineMutants, mutant } from '../mutant.ts';

/** Datasets of log entries, and evaluations of them. */
export const measuringMutants = defineMutants([
  mutant('GW-DATA-1', 'keeps-no-filter', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: '[`POST ${datasets}`]: standard',
    by: '[`POST ${datasets}`]: (asked) => asked.standard({ ...asked.body, filters: [] })',
  }),
  mutant('GW-DATA-2', 'reads-whichever-dataset', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: '[`GET ${datasets}/{id}`]: standard',
    by: '[`GET ${datasets}/{id}`]: (asked) => asked.answer(asked.collection(datasets).list()[0].value)',
  }),
  mutant('GW-DATA-3', 'keeps-the-filters-of-a-dataset', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: '[`PUT ${datasets}/{id}`]: standard',
    by: '[`PUT ${datasets}/{id}`]: (asked) => asked.answer(asked.collection(datasets).change(asked.params.id, { name: asked.body.name }).value)',
  }),
  mutant('GW-DATA-4', 'gives-the-first-page-of-datasets', {
    file: 'mock/documents/list-records.ts',
    replace: 'found.slice(skipped, skipped + size)',
    by: 'found.slice(0, size)',
  }),
  mutant('GW-DATA-5', 'finds-datasets-by-parts-of-names', {
    file: 'mock/documents/list-records.ts',
    replace: 'equal: (a, b) => a === b',
    by: 'equal: (a, b) => a.includes(b)',
  }),
  mutant('GW-DATA-6', 'searches-no-filters', {
    file: 'mock/documents/list-records.ts',
    replace: 'Object.values(value).flatMap(listTexts)',
    by: "Object.values(value).filter((own) => typeof own === 'string')",
  }),
  mutant('GW-DATA-7', 'keeps-datasets-that-are-deleted', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: '[`DELETE ${datasets}/{id}`]: standard',
    by: '[`DELETE ${datasets}/{id}`]: (asked) => asked.answer(asked.collection(datasets).get(asked.params.id).value)',
  }),
  mutant('GW-DATA-7', 'deletes-all-datasets', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: '[`DELETE ${datasets}/{id}`]: standard',
    by: '[`DELETE ${datasets}/{id}`](asked) {\n        const gone = asked.standard();\n        const { path, list, remove } = asked.collection(datasets);\n        for (const one of list()) remove(one.path.slice(path.length + 1));\n        return gone;\n      }',
  }),
  mutant('GW-DATA-11', 'keeps-datasets-of-deleted-gateways', {
    file: 'mock/services/ai-gateway/gateways/gateway-handlers.ts',
    replace: 'account.documented.removeTree(',
    by: 'account.documented.find(',
  }),
  mutant('GW-EVAL-1', 'gives-two-types-one-id', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-types.ts',
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
    by: 'total_logs: entries.length',
  }),
  mutant('GW-EVAL-5', 'lists-processed-evaluations-in-any-case', {
    file: 'mock/documents/list-records.ts',
    replace: 'if (everything.includes(String(wanted)))',
    by: "if (typeof wanted === 'boolean')",
  }),
  mutant('GW-EVAL-6', 'keeps-deleted-evaluations', {
    file: 'mock/services/ai-gateway/evaluations/evaluation-handlers.ts',
    replace: '[`DELETE ${evaluations}/{id}`]: inferred',
    by: '[`DELETE ${evaluations}/{id}`]: (asked) => asked.answer(asked.collection(evaluations).get(asked.params.id).value)',
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
