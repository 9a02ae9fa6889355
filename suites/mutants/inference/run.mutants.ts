import { defineMutants, mutant } from '../mutant.ts';

const handlers = 'mock/services/inference/run/run-handlers.ts';
const find = 'mock/services/inference/run/identify-run.ts';
const native = 'mock/services/inference/formats/native/to-generation.ts';
const ownKey = 'mock/services/ai-gateway/pass/billing-step.ts';
const body = 'spec/services/inference/run.ts';
const inputs = 'spec/services/inference/input/text-generation.ts';
const paths = 'spec/services/inference/endpoints/run.ts';
const pictures = 'spec/services/inference/input/media.ts';

const finds = 'const model = listed ?? unlistedModel(id, format, catalogue.names(id));';

/** Runs in the input of the model. */
export const runMutants = defineMutants([
  mutant('INF-RUN-1', 'stands-beside-the-accounts', {
    file: paths,
    replace: "'/accounts/{account_id}/ai/run/{+model}'",
    by: "'/users/{account_id}/ai/run/{+model}'",
  }),
  mutant('INF-RUN-2', 'runs-hosted-models-alone', {
    file: find,
    replace: finds,
    by: "const model = format === 'run' && !id.startsWith('@cf/') ? undefined : listed;",
  }),
  mutant('INF-RUN-3', 'needs-a-key-of-the-provider', {
    file: ownKey,
    replace: 'gateway.byok_only ||',
    by: 'true ||',
  }),
  mutant('INF-MODEL-1', 'knows-third-parties-by-the-name-alone', {
    file: find,
    replace: finds,
    by: "const model = catalogue.find(id.startsWith('@cf/') ? id : id.replace(/^.*[/]/, ''));",
  }),
  mutant('INF-MODEL-2', 'knows-hosted-models-without-their-prefix', {
    file: find,
    replace: finds,
    by: "const model = catalogue.find(id.replace(/^@cf[/]/, ''));",
  }),
  mutant('INF-MODEL-3', 'runs-without-a-gateway', {
    file: handlers,
    replace: "endpoint: 'ai/run',",
    by: "endpoint: 'ai/run',\n            direct: true,",
    first: 'inference.run without',
  }),
  mutant('INF-PATH-2', 'runs-by-path-without-a-gateway', {
    file: handlers,
    replace: 'byPath: true,',
    by: 'byPath: true, direct: true,',
  }),
  mutant('INF-PATH-1', 'looks-for-the-input-of-a-path-in-a-member', {
    file: handlers,
    replace: 'inputOfUpload(runnable.model, upload, query) : body;',
    by: "inputOfUpload(runnable.model, upload, query) : (body['input'] ?? {});",
  }),
  mutant('INF-RUN-8', 'needs-options', {
    file: body,
    replace: 'options: runOptionsSchema.optional(),',
    by: 'options: runOptionsSchema,',
  }),
  mutant('INF-RUN-10', 'wants-a-prompt-of-a-chat-model', {
    file: inputs,
    replace: 'export const classicInputSchema = z.union([prompt, messages]);',
    by: 'export const classicInputSchema = z.union([prompt, messages.extend(prompt.shape)]);',
  }),
  mutant('INF-RUN-11', 'takes-max-tokens-of-an-input-as-text', {
    file: inputs,
    replace: 'const sampling = {\n  max_tokens: z.int().min(1)',
    by: 'const sampling = {\n  max_tokens: z.string()',
  }),
  mutant('INF-RUN-33', 'forgets-max-tokens-of-an-input', {
    file: native,
    replace: '...sampling,',
    by: '...sampling,\n    max_tokens: undefined,',
  }),
  mutant('INF-RUN-12', 'looks-for-the-text-of-a-picture', {
    file: pictures,
    replace: 'promptedPictureInputSchema = z.looseObject({\n  prompt,',
    by: 'promptedPictureInputSchema = z.looseObject({\n  prompt: z.array(prompt),',
  }),
  mutant('INF-RUN-13', 'wants-ratios-of-one-digit', {
    file: pictures,
    replace: '/^[1-9]\\d?:[1-9]\\d?$/',
    by: '/^[1-9]:[1-9]$/',
  }),
]);
