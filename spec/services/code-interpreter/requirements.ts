import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { codeInterpreterSheetRequirements } from './sheet-requirements.ts';

const doc = 'rendering-repositories-examples.md';

/** The code-interpreter example: a prompt in, a model with a Python tool, its final text out. */
export const codeInterpreterRequirements = defineRequirements([
  ...statements(
    { passage: `${doc}: Code-interpreter example`, certainty: 'seed', feature: 'code-interpreter' },
    {
      'PY-RUN-1': 'A POST of `{ input }` to `/run` is served.',
      'PY-RUN-2': 'A request without `input` is refused.',
      'PY-RUN-3': 'An `input` that is not a string is refused.',
      'PY-RUN-4': 'The answer is text, not JSON.',
      'PY-TOOL-1': 'The model has one tool, `execute_python`, with the parameter `code`.',
      'PY-TOOL-2': 'The tool returns what the Python program wrote.',
    },
  ),
  ...statements(
    { passage: `${doc}: What the service does`, certainty: 'seed', feature: 'code-interpreter' },
    {
      'PY-TOOL-3': 'A prompt that needs a calculation is answered from the output of a Python program.',
      'PY-BOX-1': 'A Python program cannot read what another program left behind.',
      'PY-BOX-2': 'A Python program cannot read the files of the host.',
    },
  ),
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed', feature: 'code-interpreter' },
    {
      'PY-RUN-5': 'The answer is the final text of the model.',
      'PY-RUN-6': 'A model that gives no text is answered with `No response generated`.',
    },
  ),
  ...statements(
    { passage: `${doc}: Limits`, certainty: 'seed', feature: 'code-interpreter' },
    { 'PY-LIM-1': 'The model takes at most 5 steps for one prompt.' },
  ),
  ...codeInterpreterSheetRequirements,
]);
