import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const feature = 'code-interpreter';

/** What the code-interpreter example does beyond what the seed says of it. */
export const codeInterpreterDocumentedRequirements = defineRequirements([
  ...statements(
    { passage: 'sandbox-sdk, the code-interpreter example', certainty: 'documented', feature },
    {
      'PY-HTTP-1':
        'Any other path and any other method is answered with status 404 and the text `Not Found`.',
      'PY-HTTP-2': 'A request without `input`, or with an empty one, is answered with status 400.',
      'PY-HTTP-3': 'A body that is no JSON is answered with status 500.',
      'PY-HTTP-4': 'A model that fails is answered with status 500 and what it failed with.',
      'PY-MODEL-1': 'The model is asked with the prompt as the one message of a user.',
    },
  ),
  ...statements(
    { passage: 'decision record 14: The example', certainty: 'inferred', feature },
    {
      'PY-HTTP-5': 'Refusals and failures are texts, not JSON.',
      'PY-HTTP-6': 'Texts are answered as `text/plain;charset=UTF-8`.',
      'PY-HTTP-7': 'An `input` that is not a string is answered with status 400.',
      'PY-HTTP-8': 'What a body has beside `input`, and the type it is sent as, have no effect.',
    },
  ),
  ...statements(
    { passage: 'sandbox-sdk, the code-interpreter example', certainty: 'documented', feature },
    {
      'PY-OUT-1': 'The output of a program with results is its results, and nothing else.',
      'PY-OUT-2':
        'The output of a program without results is what it wrote, and then `Error: ` with what it warned of.',
      'PY-OUT-3': 'The output of a program that is quiet is `Code executed successfully`.',
    },
  ),
  ...statements(
    { passage: 'decision record 14: The example', certainty: 'inferred', feature },
    {
      'PY-OUT-4': 'The output of a program that fails is `Error: ` with the name and message of its error.',
      'PY-BOX-3': 'A program cannot read a file that another program wrote.',
    },
  ),
  ...statements(
    { passage: 'vercel/ai, generateText run as version 7.0.173', certainty: 'observed', feature },
    {
      'PY-STEP-1': 'The answer is the text of the last step alone.',
      'PY-STEP-2': 'The programs of the fifth step are run.',
      'PY-STEP-3': 'All calls of one step are run, and the model is told of each.',
      'PY-STEP-4':
        'A call of another tool, or without a program, is told to the model as an error, and the model goes on.',
      'PY-STEP-5': 'A step with a call goes on, whatever the model says that it ended with.',
      'PY-STEP-6': 'A model that is cut off is answered with what it said.',
      'PY-STEP-7': 'A step adds what the model said to its messages, and then the outputs of its calls.',
    },
  ),
  ...statements(
    { passage: 'decision record 14: The walls around Python', certainty: 'inferred', feature },
    {
      'PY-BOX-1': 'A Python program cannot read what another program left behind.',
      'PY-BOX-4': 'A program that takes its time does not hold others up.',
      'PY-BOX-5': 'A program that wants too much fails, and the next one is run.',
    },
  ),
  ...statements(
    {
      passage: 'decision record 14: The walls around Python',
      certainty: 'inferred',
      feature: 'closed-python',
    },
    {
      'PY-BOX-6': 'A program reaches no network.',
      'PY-BOX-7': 'A program starts no other programs.',
      'PY-BOX-8': 'A package that is not of the standard library is an error that says so.',
    },
  ),
  ...statements(
    { passage: 'decision record 14: Scripted answers', certainty: 'inferred', feature: 'scripted' },
    {
      'PY-SCRIPT-2': 'A prompt that is no task is answered without a program, and the answer says so.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    { 'PY-LOG-1': 'The journal has each program that was run.' },
  ),
]);

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
  ...codeInterpreterDocumentedRequirements,
]);
