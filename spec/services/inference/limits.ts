/** Limits of inference: seed inference-and-conversion, Limits; Cloudflare OpenAPI document. */
export const inferenceLimits = {
  /** Largest JSON body of a run in bytes (inferred: the largest request that the gateway caches). */
  bodyBytes: 25 * 1024 * 1024,
  /** Largest body of a batch in bytes. */
  batchBytes: 10 * 1024 * 1024,
  /** Requests in one batch (inferred). */
  batchRequests: 10_000,
  /** Texts of one embeddings call. */
  embeddingTexts: 100,
  /** Limits of the generic text generation input. */
  temperature: { min: 0, max: 5, default: 0.6 },
  topP: { min: 0.001, max: 1 },
  topK: { min: 1, max: 50 },
  /** Above 32 bits. */
  seed: { min: 1, max: 9_999_999_999 },
  repetitionPenalty: { min: 0, max: 2 },
  penalty: { min: -2, max: 2 },
  maxTokensDefault: 256,
  /** Pictures. */
  pictureSide: { min: 256, max: 2048, default: 1024 },
  pictureSteps: 20,
  fluxSteps: { max: 8, default: 4 },
  pictureGuidance: 7.5,
  describeMaxTokens: 512,
  summaryMaxLength: 1024,
  /** Tools, stop texts and completions of the compatible formats (inferred from the formats' own references). */
  tools: 128,
  stopTexts: 4,
  completions: 128,
  topLogprobs: 20,
  metadataEntries: 16,
  /** Responses that a mock stores for `previous_response_id` (ours). */
  keptResponses: 1000,
  /** Pages of the catalogue. */
  modelsPerPageDefault: 100,
  modelsPerPageMax: 100,
  finetunesLimitDefault: 20,
  finetunesLimitMax: 100,
  /** Largest form with a file of a fine-tune in bytes (inferred). */
  finetuneAssetBytes: 300 * 1024 * 1024,
  /** Files of one conversion (inferred). */
  conversionFiles: 100,
  /** Largest form with files to convert in bytes (inferred). */
  conversionBytes: 100 * 1024 * 1024,
  /** Longest `webhookUrl` (inferred). */
  webhookUrl: 2048,
  /** Indentation of a webhook in the `chat` format. */
  webhookIndent: 2,
  /** Milliseconds for the answer of a webhook receiver (inferred). */
  webhookTimeoutMs: 10_000,
  /** Milliseconds for resolving the host of a `webhookUrl` while the run is accepted (inferred). */
  webhookResolveMs: 2_000,
  /** Newest background runs of an account that are stored (inferred). */
  backgroundRuns: 200,
} as const;

/** Requests per minute of an account and task: Cloudflare OpenAPI document. */
export const requestsPerMinute = {
  'Text Generation': 300,
  'Text Embeddings': 3000,
  'Automatic Speech Recognition': 720,
  'Image Classification': 3000,
  'Image-to-Text': 720,
  'Object Detection': 3000,
  Summarization: 1500,
  'Text Classification': 2000,
  'Text-to-Image': 720,
  Translation: 720,
} as const;

/** Requests per minute of an account and frontier model: Cloudflare OpenAPI document. */
export const frontierRequestsPerMinute = { postpaid: 20, prepaid: 50 } as const;
