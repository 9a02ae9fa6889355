import { defineMutants } from '../mutant.ts';

const handlers = 'mock/services/inference/run/run-handlers.ts';
const find = 'mock/services/inference/run/find-runnable.ts';
const native = 'mock/services/inference/formats/native/to-generation.ts';
const ownKey = 'mock/services/ai-gateway/pass/own-key.ts';
const body = 'spec/services/inference/run.ts';
const paths = 'spec/services/inference/endpoints/run.ts';
const pictures = 'spec/services/inference/input/media.ts';

const finds = 'const model = findModel(id);';

/** Runs in the input of the model. */
export const runMutants = defineMutants([
  {
    id: 'stands-beside-the-accounts',
    requirement: 'INF-RUN-1',
    does: 'It has the runs of models below /users in place of /accounts.',
    file: paths,
    replace: "'/accounts/{account_id}/ai/run/{+model}'",
    by: "'/users/{account_id}/ai/run/{+model}'",
  },
  {
    id: 'runs-hosted-models-alone',
    requirement: 'INF-RUN-2',
    does: 'It knows no models of third parties on the endpoint that runs hosted ones.',
    file: find,
    replace: finds,
    by: "const model = format === 'run' && !id.startsWith('@cf/') ? undefined : findModel(id);",
  },
  {
    id: 'needs-a-key-of-the-provider',
    requirement: 'INF-RUN-3',
    does: 'It refuses a model of a third party to an account that has no key of its provider.',
    file: ownKey,
    replace: 'gateway.byok_only ||',
    by: 'true ||',
  },
  {
    id: 'knows-third-parties-by-the-name-alone',
    requirement: 'INF-MODEL-1',
    does: 'It looks for models of third parties without their authors.',
    file: find,
    replace: finds,
    by: "const model = findModel(id.startsWith('@cf/') ? id : id.replace(/^.*[/]/, ''));",
  },
  {
    id: 'knows-hosted-models-without-their-prefix',
    requirement: 'INF-MODEL-2',
    does: 'It looks for hosted models without the prefix @cf.',
    file: find,
    replace: finds,
    by: "const model = findModel(id.replace(/^@cf[/]/, ''));",
  },
  {
    id: 'runs-without-a-gateway',
    requirement: 'INF-MODEL-3',
    does: 'It runs a hosted model that the body names without a gateway.',
    file: handlers,
    replace: 'byPath: false,',
    by: 'byPath: false,\n          direct: true,',
    first: 'inference.run without',
  },
  {
    id: 'runs-by-path-without-a-gateway',
    requirement: 'INF-PATH-2',
    does: 'It runs a model that the path names without a gateway.',
    file: handlers,
    replace: 'byPath: true,',
    by: 'byPath: true, direct: true,',
  },
  {
    id: 'looks-for-the-input-of-a-path-in-a-member',
    requirement: 'INF-PATH-1',
    does: 'It takes the input of a model that the path names from a member of the body.',
    file: handlers,
    replace: 'inputOfUpload(runnable.model, upload, query) : body;',
    by: "inputOfUpload(runnable.model, upload, query) : (body['input'] ?? {});",
  },
  {
    id: 'needs-options',
    requirement: 'INF-RUN-8',
    does: 'It refuses a run without options.',
    file: body,
    replace: 'options: runOptionsSchema.optional(),',
    by: 'options: runOptionsSchema,',
  },
  {
    id: 'forgets-the-messages-of-an-input',
    requirement: 'INF-RUN-10',
    does: 'It asks chat models with the prompt of their input and not with the messages.',
    file: native,
    replace: 'Array.isArray(body.messages) ? body.messages : []',
    by: "Array.isArray(body.messages) ? [{ role: 'user', content: '' }] : []",
  },
  {
    id: 'forgets-max-tokens-of-an-input',
    requirement: 'INF-RUN-11',
    does: 'It passes over max_tokens in the input of a model.',
    file: native,
    replace: '...sampling,',
    by: '...sampling,\n    max_tokens: undefined,',
  },
  {
    id: 'looks-for-the-text-of-a-picture',
    requirement: 'INF-RUN-12',
    does: 'It wants the prompt of a picture as a list of texts.',
    file: pictures,
    replace: 'promptedPictureInputSchema = z.looseObject({\n  prompt,',
    by: 'promptedPictureInputSchema = z.looseObject({\n  prompt: z.array(prompt),',
  },
  {
    id: 'wants-ratios-of-one-digit',
    requirement: 'INF-RUN-13',
    does: 'It takes ratios of a picture with one digit on each side alone.',
    file: pictures,
    replace: '/^[1-9]\\d?:[1-9]\\d?$/',
    by: '/^[1-9]:[1-9]$/',
  },
]);
