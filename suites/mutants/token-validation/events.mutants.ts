import { defineMutants } from '../mutant.ts';

const pipeline = 'mock/edge/pipeline.ts';
const rules = 'mock/edge/token-rules.ts';

/** What is recorded about tokens that rules ask for. */
export const tokenEventMutants = defineMutants([
  {
    id: 'records-nothing-that-it-blocks',
    requirement: 'TV-EVT-1',
    does: 'It records nothing about a request that a token rule stops.',
    file: pipeline,
    replace: "outcome: 'token-refused', facts, findings: all",
    by: "outcome: 'token-refused', facts, findings",
  },
  {
    id: 'records-nothing-that-passes',
    requirement: 'TV-EVT-2',
    does: 'It records what a token rule acts on where that is stopped alone.',
    file: pipeline,
    replace: 'const all = tokenFinding ?',
    by: "const all = tokenFinding?.action === 'block' ?",
  },
  {
    id: 'gives-reasons-for-missing-tokens-alone',
    requirement: 'TV-EVT-3',
    does: 'It records no reason about a token that is there and not valid.',
    file: 'mock/edge/token-check.ts',
    replace: 'if (verdict?.valid) continue;',
    by: 'if (verdict?.present) continue;',
  },
  {
    id: 'describes-violations-in-a-text',
    requirement: 'TV-EVT-4',
    does: 'It writes the reasons of a violation into the description of the event.',
    file: 'mock/edge/security-event.ts',
    replace: 'token_validation_violations: violations',
    by: "token_validation_violations: [], description: violations.map(({ reason }) => reason).join(', ')",
  },
  {
    id: 'logs-every-request-of-a-logging-rule',
    requirement: 'TV-EVT-5',
    does: 'It records every request that a logging rule covers.',
    file: rules,
    replace: 'if (satisfiedBy(context))',
    by: "if (satisfiedBy(context) && rule.action !== 'log')",
  },
]);
