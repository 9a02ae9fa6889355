import { failuresOf } from './layer.ts';

const observed = { certainty: 'observed', wording: 'observed' } as const;

/**
 * Codes of the runtime that were seen and are not documented: fact sheet inference, section 7.1, second
 * table. `request` is the UUID of the request.
 */
export const observedRuntimeFailures = failuresOf('runtime', {
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
export const observedEdgeFailures = failuresOf('edge', {
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
