import { failuresOf } from './layer.ts';

const documented = { certainty: 'documented', wording: 'documented' } as const;

/** The documented codes of the runtime of hosted models: fact sheet inference, section 7.1, first table. */
export const documentedRuntimeFailures = failuresOf('runtime', {
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
