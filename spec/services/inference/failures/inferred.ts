import { failuresOf } from './layer.ts';

const inferred = { certainty: 'inferred', wording: 'invented' } as const;
/** The code is remembered from the platform, the text is ours: fact sheet inference, end of section 7.1. */
const recalled = { certainty: 'inferred', wording: 'observed' } as const;

/** Refusals of the runtime that have to exist, and whose codes nobody documents. */
export const inferredRuntimeFailures = failuresOf('runtime', {
  'context-window-exceeded': {
    status: 400,
    code: 5021,
    message:
      'AiError: The estimated number of input and maximum output tokens ({tokens}) exceeded this model context window limit ({limit}).',
    ...recalled,
  },
  'json-schema-streamed': {
    status: 400,
    code: 5023,
    message: 'AiError: JSON schema mode is not supported with stream: ask without stream',
    ...recalled,
  },
  'json-schema-unsupported': {
    status: 400,
    code: 5025,
    message: 'AiError: Model {model} does not support JSON schemas',
    ...recalled,
  },
  'model-deprecated': {
    status: 410,
    code: 5028,
    message: 'AiError: Model {model} was deprecated on {date}',
    ...recalled,
  },
  'run-input-incomplete': {
    status: 400,
    code: 3010,
    message: 'AiError: Invalid or incomplete input for the model: {problem}',
    ...recalled,
  },
  'runtime-internal': { status: 500, code: 3043, message: 'AiError: Internal server error', ...recalled },
  'backend-timeout': { status: 408, code: 3046, message: 'AiError: Request timeout', ...recalled },
  'backend-unavailable': {
    status: 502,
    code: 5210,
    message: 'AiError: Model {model} could not answer: {problem}',
    ...inferred,
  },
  'model-responses-unsupported': {
    status: 400,
    code: 5202,
    message: 'AiError: Responses API is not supported for model "{model}" ({request})',
    ...inferred,
  },
  'model-chat-unsupported': {
    status: 400,
    code: 5203,
    message: 'AiError: Chat Completions API is not supported for model "{model}" ({request})',
    ...inferred,
  },
  'model-embeddings-unsupported': {
    status: 400,
    code: 5204,
    message: 'AiError: Embeddings API is not supported for model "{model}" ({request})',
    ...inferred,
  },
  'model-run-unsupported': {
    status: 400,
    code: 5205,
    message: 'AiError: Model "{model}" is reached over WebSocket only ({request})',
    ...inferred,
  },
  'model-input-media': {
    status: 415,
    code: 5206,
    message: 'AiError: Model {model} takes no body of type {value}: send {expected}',
    ...inferred,
  },
  'batch-unsupported': {
    status: 400,
    code: 5207,
    message: 'AiError: Model {model} takes no batches: send the requests one by one',
    ...inferred,
  },
  'batch-unknown': {
    status: 404,
    code: 5208,
    message: 'AiError: No batch {id} of model {model} in this account',
    ...inferred,
  },
  'batch-too-large': {
    status: 413,
    code: 5209,
    message: 'AiError: The batch is larger than {limit} bytes: send less in one',
    ...inferred,
  },
});

/** Refusals before a model is asked, in the envelope of every operation. */
export const inferredEdgeFailures = failuresOf('edge', {
  'webhook-without-background': {
    status: 400,
    code: 5220,
    message: 'options.webhookUrl needs options.background true: a run that is waited for sends no webhook',
    certainty: 'seed',
    wording: 'invented',
  },
  'webhook-format-without-url': {
    status: 400,
    code: 5221,
    message: 'options.webhookFormat needs options.webhookUrl: say where the webhook goes',
    certainty: 'seed',
    wording: 'invented',
  },
  'webhook-url-invalid': {
    status: 400,
    code: 5222,
    message: 'options.webhookUrl {problem}',
    certainty: 'seed',
    wording: 'invented',
  },
  'webhook-url-private': {
    status: 400,
    code: 5223,
    message: 'options.webhookUrl must not lead to a private network address, and {host} does',
    certainty: 'seed',
    wording: 'invented',
  },
  'background-run-unknown': {
    status: 404,
    code: 5224,
    message: 'No background run {id} in this account',
    ...inferred,
  },
  'finetune-unknown': { status: 404, code: 5225, message: 'No fine-tune {id} in this account', ...inferred },
  'finetune-asset-unknown': {
    status: 404,
    code: 5226,
    message: 'Fine-tune {id} has no file {name}',
    ...inferred,
  },
  'picture-unknown': {
    status: 404,
    code: 5230,
    message: 'No picture {id} is kept in this account: the oldest are forgotten',
    ...inferred,
  },
  'conversion-files-missing': {
    status: 400,
    code: 5227,
    message: 'The form has no files: send at least one in the field `files`',
    ...inferred,
  },
  'conversion-files-many': {
    status: 400,
    code: 5228,
    message: 'The form has {count} files, at most {limit} are converted at once',
    ...inferred,
  },
  'finetune-asset-invalid': {
    status: 400,
    code: 5229,
    message: 'The form {problem}',
    ...inferred,
  },
});
