import type { EdgeStep } from '../../../../spec/services/touchstone/journal.ts';
import { Text } from '../../parts/basics.tsx';

type Outcome = EdgeStep['outcome'];

const marks: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', noted: '•', skipped: '–' };

/** The outcome of a step: a mark to see, and a word to hear. */
function Mark({ outcome }: { readonly outcome: Outcome }) {
  return (
    <span class={`mark ${outcome}`}>
      <span aria-hidden="true">{marks[outcome]}</span>
      <span class="unseen">{outcome}: </span>
    </span>
  );
}

/** What a zone did with a request, step by step. */
export function StepsList({ steps }: { readonly steps: readonly EdgeStep[] }) {
  return (
    <ol class="steps">
      {steps.map(({ title, outcome, lines }, at) => (
        <li key={at} class={`step ${outcome}`}>
          <p class="step-title">
            <Mark outcome={outcome} />
            <Text>{title}</Text>
          </p>
          <ul>
            {lines.map((line, index) => (
              <li key={index} class={line.outcome}>
                <Mark outcome={line.outcome} />
                <Text>{line.text}</Text>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
