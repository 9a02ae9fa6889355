export {
  evaluateGuardrails,
  type GuardrailEvaluation,
  type GuardrailHit,
  type GuardrailVerdict,
} from './evaluate-guardrails.ts';
export type { GuardrailAction, GuardrailPhase, GuardrailPolicy } from './guardrail-policy.ts';
export { type ScanFinding, type Scanner, ScannerError, type ScanRequest } from './scanner.ts';
export { type WordList, WordListError, wordListScanner } from './word-list-scanner.ts';
