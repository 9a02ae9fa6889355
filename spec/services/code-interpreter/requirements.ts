import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const feature = 'code-interpreter';

/** Behaviour of the code-interpreter example beyond the seed. */
export const codeInterpreterDocumentedRequirements = defineRequirements([
  ...statements(
    { passage: 'sandbox-sdk, the code-interpreter example', certainty: 'documented', feature },
    {
      'PY-HTTP-1': 'Any other path or method gets status 404 and the text `Not Found`.',
      'PY-HTTP-2': 'A request without `input` or with an empty one gets status 400.',
      'PY-HTTP-3': 'A body that is not JSON gets status 500.',
      'PY-HTTP-4': 'A model failure gets status 500 and the failure of the model.',
      'PY-MODEL-1': 'The model gets the prompt as a single user message.',
    },
  ),
  ...statements(
    { passage: 'decision record 14: The example', certainty: 'inferred', feature },
    {
      'PY-HTTP-5': 'Refusals and failures are text, not JSON.',
      'PY-HTTP-6': 'Text responses have the content type `text/plain;charset=UTF-8`.',
      'PY-HTTP-7': 'An `input` that is not a string gets status 400.',
    },
  ),
  ...statements(
    { passage: 'sandbox-sdk, the code-interpreter example', certainty: 'documented', feature },
    {
      'PY-OUT-1': 'The output of a program with results is only its results.',
      'PY-OUT-2':
        'The output of a program without results is its standard output, then `Error: ` with its standard error.',
      'PY-OUT-3': 'The output of a program that prints nothing is `Code executed successfully`.',
    },
  ),
  ...statements(
    { passage: 'decision record 14: The example', certainty: 'inferred', feature },
    {
      'PY-OUT-4': 'The output of a program that fails is `Error: ` with the name and message of its error.',
    },
  ),
  ...statements(
    { passage: 'vercel/ai, generateText run as version 7.0.173', certainty: 'observed', feature },
    {
      'PY-STEP-1': 'The answer is only the text of the last step.',
      'PY-STEP-2': 'The server runs the programs of the fifth step.',
      'PY-STEP-3': 'The server runs all calls of one step and returns each output to the model.',
      'PY-STEP-4': 'The model gets an error for a call of another tool or without a program, and continues.',
      'PY-STEP-5': 'A step with a call continues, whatever its finish reason.',
      'PY-STEP-6': 'The answer of a truncated model is the text so far.',
      'PY-STEP-7': 'A step appends the message of the model and then the outputs of its calls.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    { 'PY-LOG-1': 'The journal has each program that ran.' },
  ),
]);

const doc = 'rendering-repositories-examples.md';

/** The code-interpreter example: a prompt in, a model with a Python tool, its final text out. */
export const requirements = defineRequirements([
  ...statements(
    { passage: `${doc}: Code-interpreter example`, certainty: 'seed', feature: 'code-interpreter' },
    {
      'PY-RUN-1': 'The server accepts a POST of `{ input }` to `/run`.',
      'PY-RUN-2': 'The server refuses a request without `input`.',
      'PY-RUN-3': 'The server refuses an `input` that is not a string.',
      'PY-RUN-4': 'The answer is text, not JSON.',
      'PY-TOOL-1': 'The model has one tool, `execute_python`, with the parameter `code`.',
      'PY-TOOL-2': 'The tool returns what the Python program wrote.',
    },
  ),
  ...statements(
    { passage: `${doc}: What the service does`, certainty: 'seed', feature: 'code-interpreter' },
    {
      'PY-TOOL-3':
        'The answer to a prompt that needs a calculation comes from the output of a Python program.',
      'PY-BOX-2': 'A Python program cannot read the files of the host.',
    },
  ),
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed', feature: 'code-interpreter' },
    {
      'PY-RUN-5': 'The answer is the final text of the model.',
      'PY-RUN-6': 'Without a text from the model the answer is `No response generated`.',
    },
  ),
  ...statements(
    { passage: `${doc}: Limits`, certainty: 'seed', feature: 'code-interpreter' },
    { 'PY-LIM-1': 'The model takes at most 5 steps for one prompt.' },
  ),
  ...codeInterpreterDocumentedRequirements,
]);
