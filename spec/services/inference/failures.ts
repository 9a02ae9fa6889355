import { failuresOf } from './failure-layers.ts';

const documented = { certainty: 'documented', wording: 'documented' } as const;

/** The documented codes of the runtime of hosted models: fact sheet inference, section 7.1, first table. */
const documentedRuntimeFailures = failuresOf('runtime', {
  'model-unknown': {
    status: 400,
    code: 5007,
    message: 'AiError: No such model {model} or task',
    ...documented,
  },
  'base64-invalid': {
    status: 400,
    code: 5004,
    message: 'AiError: Invalid data type for base64 input: {type}',
    ...documented,
  },
  'finetune-incomplete': {
    status: 400,
    code: 3039,
    message:
      'AiError: Finetune is missing required files (model.safetensors and config.json): upload {missing}',
    ...documented,
  },
  'run-body-missing': {
    status: 400,
    code: 3003,
    message: 'AiError: Request is missing headers or body: {what}',
    ...documented,
  },
  'model-forbidden': {
    status: 403,
    code: 5018,
    message: 'AiError: This account is not allowed to access this model: {model}',
    ...documented,
  },
  'model-private': {
    status: 403,
    code: 3041,
    message: 'AiError: This account is not allowed to access this model: {model}',
    ...documented,
  },
  'model-terms': {
    status: 403,
    code: 5016,
    message:
      "AiError: Model Agreement: Prior to using {model}, you must submit the prompt 'agree' and so accept its terms",
    ...documented,
  },
  'service-unavailable-for-account': {
    status: 403,
    code: 3023,
    message: 'AiError: Service unavailable for account',
    ...documented,
  },
  'model-paid-plan': {
    status: 403,
    code: 5035,
    message: 'AiError: Model {model} needs the Workers Paid plan',
    ...documented,
  },
  'sdk-deprecated': {
    status: 405,
    code: 5019,
    message: 'AiError: Request trying to use deprecated SDK version',
    ...documented,
  },
  'lora-unsupported': {
    status: 405,
    code: 5005,
    message: 'AiError: The model {model} does not support LoRa inference',
    ...documented,
  },
  'model-name-invalid': {
    status: 404,
    code: 3042,
    message: 'AiError: The model name is invalid: {model}',
    ...documented,
  },
  'run-too-large': { status: 413, code: 3006, message: 'AiError: Request is too large', ...documented },
  'run-timeout': { status: 408, code: 3007, message: 'AiError: Request timeout', ...documented },
  'run-aborted': { status: 408, code: 3008, message: 'AiError: Request was aborted', ...documented },
  'free-allocation-used': {
    status: 429,
    code: 3036,
    message:
      "AiError: You have used up your daily free allocation of 10,000 neurons. Please upgrade to Cloudflare's Workers Paid plan if you would like to continue usage.",
    ...documented,
  },
  'capacity-exceeded': {
    status: 429,
    code: 3040,
    message: 'AiError: Capacity temporarily exceeded, please try again.',
    ...documented,
  },
});

const observed = { certainty: 'observed', wording: 'observed' } as const;

/**
 * Codes of the runtime that were seen and are not documented: fact sheet inference, section 7.1, second
 * table. `request` is the UUID of the request.
 */
const observedRuntimeFailures = failuresOf('runtime', {
  /** `problem` as `badInput` of bad-input.ts words it. */
  'model-input-invalid': {
    status: 400,
    code: 5006,
    message: 'AiError: Bad input: Error: {problem}',
    ...observed,
  },
  'model-input-refused': {
    status: 400,
    code: 8001,
    message: 'AiError: AiError: Invalid input ({request})',
    ...observed,
  },
  'tool-call-cut-off': {
    status: 400,
    code: 8006,
    message: 'AiError: AiError: max_tokens leaves no room for the forced call of {tool} ({request})',
    ...observed,
  },
  'prompt-nsfw': {
    status: 400,
    code: 8007,
    message: 'AiError: AiError: Input prompt contains NSFW content. ({request})',
    ...observed,
  },
  /** The same as 3036, under the code that was seen. */
  'free-allocation-spent': {
    status: 429,
    code: 4006,
    message:
      'AiError: you have used up your daily free allocation of 10,000 neurons, please upgrade to the Workers Paid plan if you would like to continue usage. ({request})',
    ...observed,
  },
  /** `body` is the backend's own JSON, which carries the code once more. */
  'backend-refused': { status: 400, code: 400, message: 'AiError: AiError: {body}', ...observed },
  'model-messages-unsupported': {
    status: 400,
    code: 5201,
    message: 'AiError: Anthropic Messages API is not supported for model "{model}" ({request})',
    ...observed,
  },
  'json-mode-unmet': {
    status: 400,
    code: 5024,
    message: "AiError: JSON Mode couldn't be met",
    certainty: 'documented',
    wording: 'documented',
  },
});

/** A method that a path does not have: section 1; what is answered while a tool of development stands between: section 7.1. */
const observedEdgeFailures = failuresOf('edge', {
  'method-unsupported': {
    status: 405,
    code: 7001,
    message: '{method} not supported for requested URI.',
    ...observed,
  },
  'proxy-token-invalid': {
    status: 403,
    code: 1031,
    message: 'The token has expired, or may not do this: sign in again',
    ...observed,
  },
});

const inferred = { certainty: 'inferred', wording: 'invented' } as const;
/** The code is remembered from the platform, the text is ours: fact sheet inference, end of section 7.1. */
const recalled = { certainty: 'inferred', wording: 'observed' } as const;

/** Refusals of the runtime that have to exist, and whose codes nobody documents. */
const inferredRuntimeFailures = failuresOf('runtime', {
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
const inferredEdgeFailures = failuresOf('edge', {
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

/** Failures of the inference endpoints that the gateway has no part in: fact sheet inference, section 7.1. */
export const inferenceFailures = {
  ...documentedRuntimeFailures,
  ...observedRuntimeFailures,
  ...observedEdgeFailures,
  ...inferredRuntimeFailures,
  ...inferredEdgeFailures,
};

export type InferenceFailureName = keyof typeof inferenceFailures;
