import { failure } from '../../failure.ts';
import { getFailures } from './failure-layers.ts';

/** The documented codes of the runtime of hosted models: Cloudflare docs, Workers AI errors. */
const documentedRuntimeFailures = getFailures('runtime', {
  'model-unknown': failure(400, 5007).documented(
    'AiError: No such model {model} or task. There are {near} and others; `models` of a seed file, or `models.catalogue` of createMock, adds more',
  ),
  'base64-invalid': failure(400, 5004).documented('AiError: Invalid data type for base64 input: {type}'),
  'finetune-incomplete': failure(400, 3039).documented(
    'AiError: Finetune is missing required files (model.safetensors and config.json): upload {missing}',
  ),
  'run-body-missing': failure(400, 3003).documented('AiError: Request is missing headers or body: {what}'),
  'model-forbidden': failure(403, 5018).documented(
    'AiError: This account is not allowed to access this model: {model}',
  ),
  'model-private': failure(403, 3041).documented(
    'AiError: This account is not allowed to access this model: {model}',
  ),
  'model-terms': failure(403, 5016).documented(
    "AiError: Model Agreement: Prior to using {model}, you must submit the prompt 'agree' and so accept its terms",
  ),
  'service-unavailable-for-account': failure(403, 3023).documented(
    'AiError: Service unavailable for account',
  ),
  'model-paid-plan': failure(403, 5035).documented('AiError: Model {model} needs the Workers Paid plan'),
  'sdk-deprecated': failure(405, 5019).documented('AiError: Request trying to use deprecated SDK version'),
  'lora-unsupported': failure(405, 5005).documented(
    'AiError: The model {model} does not support LoRa inference',
  ),
  'model-name-invalid': failure(404, 3042).documented('AiError: The model name is invalid: {model}'),
  'run-too-large': failure(413, 3006).documented('AiError: Request is too large'),
  'run-timeout': failure(408, 3007).documented('AiError: Request timeout'),
  'run-aborted': failure(408, 3008).documented('AiError: Request was aborted'),
  'free-allocation-used': failure(429, 3036).documented(
    "AiError: You have used up your daily free allocation of 10,000 neurons. Please upgrade to Cloudflare's Workers Paid plan if you would like to continue usage.",
  ),
  'capacity-exceeded': failure(429, 3040).documented(
    'AiError: Capacity temporarily exceeded, please try again.',
  ),
});

/**
 * Observed, undocumented codes of the runtime: Cloudflare docs, Workers AI errors. `request` is the UUID of the
 * request.
 */
const observedRuntimeFailures = getFailures('runtime', {
  /** `problem` is the text of `badInput` in bad-input.ts. */
  'model-input-invalid': failure(400, 5006).observed('AiError: Bad input: Error: {problem}'),
  'model-input-refused': failure(400, 8001).observed('AiError: AiError: Invalid input ({request})'),
  'tool-call-cut-off': failure(400, 8006).observed(
    'AiError: AiError: max_tokens leaves no room for the forced call of {tool} ({request})',
  ),
  'prompt-nsfw': failure(400, 8007).observed(
    'AiError: AiError: Input prompt contains NSFW content. ({request})',
  ),
  /** The same as 3036, under the observed code. */
  'free-allocation-spent': failure(429, 4006).observed(
    'AiError: you have used up your daily free allocation of 10,000 neurons, please upgrade to the Workers Paid plan if you would like to continue usage. ({request})',
  ),
  /** `body` is the backend's own JSON, which repeats the code. */
  'backend-refused': failure(400, 400).observed('AiError: AiError: {body}'),
  'model-messages-unsupported': failure(400, 5201).observed(
    'AiError: Anthropic Messages API is not supported for model "{model}" ({request})',
  ),
  'json-mode-unmet': failure(400, 5024).documented("AiError: JSON Mode couldn't be met"),
});

/** A method that a path does not have; and the answer behind a development tool. */
const observedEdgeFailures = getFailures('edge', {
  'method-unsupported': failure(405, 7001).observed('{method} not supported for requested URI.'),
  'proxy-token-invalid': failure(403, 1031).observed(
    'The token has expired or lacks the permission: sign in again',
  ),
});

/** Refusals of the runtime that must exist but have no documented codes. */
const inferredRuntimeFailures = getFailures('runtime', {
  'context-window-exceeded': failure(400, 5021).inferred(
    'AiError: The estimated number of input and maximum output tokens ({tokens}) exceeded this model context window limit ({limit}).',
    'observed',
  ),
  'json-schema-streamed': failure(400, 5023).inferred(
    'AiError: JSON schema mode is not supported with stream: ask without stream',
    'observed',
  ),
  'json-schema-unsupported': failure(400, 5025).inferred(
    'AiError: Model {model} does not support JSON schemas',
    'observed',
  ),
  'model-deprecated': failure(410, 5028).inferred(
    'AiError: Model {model} was deprecated on {date}',
    'observed',
  ),
  'run-input-incomplete': failure(400, 3010).inferred(
    'AiError: Invalid or incomplete input for the model: {problem}',
    'observed',
  ),
  'runtime-internal': failure(500, 3043).inferred('AiError: Internal server error', 'observed'),
  'backend-timeout': failure(408, 3046).inferred('AiError: Request timeout', 'observed'),
  'backend-unavailable': failure(502, 5210).inferred('AiError: Model {model} could not answer: {problem}'),
  'model-responses-unsupported': failure(400, 5202).inferred(
    'AiError: Responses API is not supported for model "{model}" ({request})',
  ),
  'model-chat-unsupported': failure(400, 5203).inferred(
    'AiError: Chat Completions API is not supported for model "{model}" ({request})',
  ),
  'model-embeddings-unsupported': failure(400, 5204).inferred(
    'AiError: Embeddings API is not supported for model "{model}" ({request})',
  ),
  'model-run-unsupported': failure(400, 5205).inferred(
    'AiError: Model "{model}" is only available over WebSocket ({request})',
  ),
  'model-input-media': failure(415, 5206).inferred(
    'AiError: Model {model} does not accept a body of type {value}: send {expected}',
  ),
  'batch-unsupported': failure(400, 5207).inferred(
    'AiError: Model {model} does not accept batches: send the requests one by one',
  ),
  'batch-unknown': failure(404, 5208).inferred('AiError: No batch {id} of model {model} in this account'),
  'batch-too-large': failure(413, 5209).inferred('AiError: The batch is larger than {limit} bytes: split it'),
});

/** Refusals before a model runs, in the envelope of every operation. */
const inferredEdgeFailures = getFailures('edge', {
  'webhook-without-background': failure(400, 5220).seed(
    'options.webhookUrl needs options.background true: a run that is waited for sends no webhook',
  ),
  'webhook-format-without-url': failure(400, 5221).seed('options.webhookFormat needs options.webhookUrl'),
  'webhook-url-invalid': failure(400, 5222).seed('options.webhookUrl {problem}'),
  'webhook-url-private': failure(400, 5223).seed(
    'options.webhookUrl must not resolve to a private network address, and {host} does',
  ),
  'background-run-unknown': failure(404, 5224).inferred('No background run {id} in this account'),
  'response-unknown': failure(404, 5231).inferred("Response with id '{id}' not found."),
  'finetune-unknown': failure(404, 5225).inferred('No fine-tune {id} in this account'),
  'finetune-asset-unknown': failure(404, 5226).inferred('Fine-tune {id} has no file {name}'),
  'picture-unknown': failure(404, 5230).inferred('No picture {id} in this account: the oldest are deleted'),
  'conversion-files-missing': failure(400, 5227).inferred(
    'The form has no files: send at least one in the field `files`',
  ),
  'conversion-files-many': failure(400, 5228).inferred(
    'The form has {count} files, at most {limit} are converted at once',
  ),
  'finetune-asset-invalid': failure(400, 5229).inferred('The form {problem}'),
});

/**
 * Failures of the inference endpoints without the gateway: Cloudflare docs, Workers AI errors.
 */
export const inferenceFailures = {
  ...documentedRuntimeFailures,
  ...observedRuntimeFailures,
  ...observedEdgeFailures,
  ...inferredRuntimeFailures,
  ...inferredEdgeFailures,
};

export type InferenceFailureName = keyof typeof inferenceFailures;
