import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Tasks other than text generation: their inputs and outputs. */
export const taskRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai/run/{model}', certainty: 'documented' },
    {
      'INF-TASK-1': 'An embedding model accepts `text` as one string.',
      'INF-TASK-2': 'An embedding model accepts `text` as a list of strings.',
      'INF-TASK-3': 'An embedding model accepts 100 texts.',
      'INF-TASK-4': 'An embedding model refuses 101 texts.',
      'INF-TASK-5': 'The `shape` of vectors has their number and their dimensions.',
      'INF-TASK-6': 'An embedding model accepts the `pooling` `cls`.',
      'INF-TASK-7': 'An embedding model refuses a `pooling` that is neither `mean` nor `cls`.',
      'INF-TASK-8': 'The query embedding model accepts `queries` and `documents`.',
      'INF-TASK-9': 'The model that embeds or ranks returns a score for each of the `contexts` of a `query`.',
      'INF-TASK-10':
        'The model that embeds or ranks returns vectors in `response` for `contexts` without a `query`.',
      'INF-TASK-11': 'A reranker returns the index and the score of each context, best first.',
      'INF-TASK-12': 'A reranker returns at most `top_k` contexts.',
      'INF-TASK-13': 'Text classification returns every label with its score.',
      'INF-TASK-14': 'Translation returns `translated_text`.',
      'INF-TASK-15': 'The server refuses translation without `target_lang`.',
      'INF-TASK-16': 'The Indic translator returns `translations` as a list.',
      'INF-TASK-17': 'Summarisation returns `summary`.',
      'INF-TASK-18': 'Image classification returns labels with scores.',
      'INF-TASK-19': 'Image classification accepts the raw bytes of the picture as its body.',
      'INF-TASK-20': 'Object detection returns a box of four numbers with each label.',
      'INF-TASK-21': 'Image to text returns `description`.',
      'INF-TASK-22': 'The model with a `task` returns the member of that task.',
      'INF-TASK-23': 'An image model that returns bytes has a picture as its body, without an envelope.',
      'INF-TASK-24': 'The content type of a picture matches its bytes.',
      'INF-TASK-25': 'A picture has the requested `width` and `height`.',
      'INF-TASK-26': 'The server refuses a picture of less than 256 pixels.',
      'INF-TASK-27': 'The server refuses a picture of more than 2048 pixels.',
      'INF-TASK-28': 'The server refuses more than 20 `num_steps`.',
      'INF-TASK-29': 'FLUX.1 returns its picture as Base64 in `image`.',
      'INF-TASK-30': 'FLUX.2 accepts a multipart form.',
      'INF-TASK-31': 'Whisper accepts raw audio as its body.',
      'INF-TASK-32': 'Whisper returns `text`, its words with their times, and `vtt`.',
      'INF-TASK-33': 'The large Whisper accepts audio as Base64.',
      'INF-TASK-34': 'The large Whisper returns `segments` and the detected language.',
      'INF-TASK-35': 'The Deepgram model returns transcripts by channel and alternative.',
      'INF-TASK-36': 'MeloTTS returns MP3 as Base64 in `audio`.',
      'INF-TASK-37': 'The Deepgram voices return audio as the body, without an envelope.',
      'INF-TASK-38': 'The Deepgram voices return MP3 by default.',
      'INF-TASK-39': 'Turn detection returns `is_complete` and `probability`.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-TASK-40': 'FLUX.1 refuses `width` and `height` with code 5006.',
      'INF-TASK-41': 'The vectors of bge-small, bge-base and bge-large have 384, 768 and 1024 numbers.',
      'INF-TASK-42': 'The vectors of bge-m3 have 1024 numbers.',
      'INF-TASK-43': 'The vectors of qwen3-embedding have 1024 numbers.',
      'INF-TASK-44': 'The vectors of embeddinggemma have 768 numbers.',
      'INF-TASK-45': 'The vectors of bge-m3 come with a `response` of null and a `meta`.',
    },
  ),
]);

/** Text generation in its own input: members, defaults and outputs. */
export const textGenerationRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai/run/{model}', certainty: 'documented' },
    {
      'INF-TEXT-1': 'Text generation accepts a `prompt` instead of `messages`.',
      'INF-TEXT-2': 'The server refuses text generation without `prompt` and `messages`.',
      'INF-TEXT-3': 'The server refuses an empty `prompt`.',
      'INF-TEXT-4': 'An answer without `max_tokens` has at most 256 tokens.',
      'INF-TEXT-5': 'The server accepts a `temperature` of 5.',
      'INF-TEXT-6': 'The server refuses a `temperature` above 5.',
      'INF-TEXT-7': 'The server refuses a `top_p` above 1.',
      'INF-TEXT-8': 'The server refuses a `top_k` above 50.',
      'INF-TEXT-9': 'The server accepts a `seed` of 9999999999.',
      'INF-TEXT-10': 'The server refuses a `seed` above 9999999999.',
      'INF-TEXT-11': 'The server refuses a `repetition_penalty` above 2.',
      'INF-TEXT-12': 'The server refuses a `frequency_penalty` outside -2 to 2.',
      'INF-TEXT-13': 'The `result` of a model with the old response shape has the text in `response`.',
      'INF-TEXT-14':
        'The `usage` of a model with the old response shape has the tokens of prompt and completion, and their sum.',
      'INF-TEXT-15':
        'A tool call of a model with the old response shape has `name` and `arguments` as an object.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare Workers types, AiTextGeneration', certainty: 'documented' },
    {
      'INF-TEXT-16': 'The `result` of a model with the new response shape is a chat completion.',
      'INF-TEXT-17': 'A gpt-oss model answers members of the Responses format with a response.',
      'INF-TEXT-18': 'A gpt-oss model answers members of chat completions with a chat completion.',
      'INF-TEXT-22': 'A hosted model accepts a bare schema under `json_schema`.',
      'INF-TEXT-23': 'A vision model accepts content as a list with `image_url`.',
      'INF-TEXT-24': 'A vision model accepts an `image` next to the `prompt`.',
      'INF-TEXT-25': 'The safety model returns whether a conversation is safe.',
      'INF-TEXT-26': 'The safety model accepts only the roles `user` and `assistant`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI JSON mode', certainty: 'documented' },
    {
      'INF-TEXT-19': 'The `response` of a JSON mode is an object.',
      'INF-TEXT-20': "The server refuses an unsatisfiable schema with the words `JSON Mode couldn't be met`.",
      'INF-TEXT-21': 'A JSON mode does not stream.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-TEXT-27': 'A model with the old response shape refuses content as a list with code 5006.',
      'INF-TEXT-28': 'The `usage` of a hosted model has `neurons`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai/run/{model}', certainty: 'documented' },
    { 'INF-TEXT-29': 'A model with the old response shape refuses content of null.' },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'INF-TEXT-30': 'A refusal with code 5006 has status 400.',
      'INF-TEXT-31': 'The message of a refusal with code 5006 names the position and both types.',
      'INF-TEXT-32': 'A refusal with code 5006 begins with `AiError: Bad input: `.',
    },
  ),
]);

/** Batches, the catalogue, fine-tunes and file conversion. */
export const catalogueRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Workers AI batch API', certainty: 'documented', feature: 'batch' },
    {
      'INF-BATCH-1': 'A POST with `queueRequest=true` and `requests` returns the status `queued`.',
      'INF-BATCH-2': 'A batch in the queue has a `request_id`, which is a UUID.',
      'INF-BATCH-3': 'A POST of the `request_id` returns the batch.',
      'INF-BATCH-4': 'A batch that is not done returns its status and its id.',
      'INF-BATCH-5': 'A batch that is done returns one response for each request.',
      'INF-BATCH-6': 'The `id` of a response is the index of its request.',
      'INF-BATCH-7': 'The `external_reference` of a request comes back with its response.',
      'INF-BATCH-8': 'A completed batch has the number of tokens of all its runs.',
      'INF-BATCH-9': 'The server refuses a batch of 10 MB or more.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Workers AI batch API',
      certainty: 'inferred',
      feature: 'batch',
    },
    {
      'INF-BATCH-13': 'One failed request does not fail the others of its batch.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, AI: models', certainty: 'documented' },
    {
      'INF-CAT-1': 'A GET of `/ai/models/search` lists models with the id of the model as `name`.',
      'INF-CAT-2': 'The `id` of a listed model is a UUID.',
      'INF-CAT-3': 'A listed model has a description, a task, tags and properties.',
      'INF-CAT-4': 'The `search` of the catalogue matches a part of a model name.',
      'INF-CAT-5': 'The `task` of the catalogue filters by task.',
      'INF-CAT-6': 'The `author` of the catalogue filters by author.',
      'INF-CAT-7': 'The catalogue has pages by `page` and `per_page`.',
      'INF-CAT-8': 'The `format` `openrouter` returns `data` without an envelope.',
      'INF-CAT-9': 'A GET of `/ai/models/schema` returns the JSON schemas of input and output.',
      'INF-CAT-10': 'A GET of `/ai/tasks/search` lists the tasks.',
      'INF-CAT-11': 'A GET of `/ai/authors/search` lists the authors.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/workers-sdk, packages/wrangler/src/ai', certainty: 'observed' },
    {
      'INF-CAT-12': 'A page after the last one of the catalogue is empty.',
      'INF-CAT-13': 'The model parameter of a schema can be percent-encoded.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, AI: finetunes', certainty: 'documented', feature: 'finetunes' },
    {
      'INF-FT-1': 'A POST of `model` and `name` creates a fine-tune, which is not public.',
      'INF-FT-2': 'The list of an account includes a created fine-tune.',
      'INF-FT-3': 'A fine-tune accepts the files `adapter_config.json` and `adapter_model.safetensors`.',
      'INF-FT-4': 'The upload of a file of a fine-tune returns its name and a URL.',
      'INF-FT-5': 'The deletion of a fine-tune returns its `id` and `name`.',
      'INF-FT-6': 'The list of public fine-tunes accepts `limit` and `offset`.',
      'INF-FT-7': 'A run with a `lora` whose files are missing gets code 3039.',
      'INF-FT-8': 'The server refuses a run with a `lora` of a model without LoRA support with code 5005.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI Markdown conversion', certainty: 'documented' },
    {
      'INF-CONV-1': 'The conversion of a file to Markdown returns its name, type, tokens and data.',
      'INF-CONV-2': 'The conversion of a file that cannot be converted returns the format `error`.',
      'INF-CONV-3': 'A GET of `/ai/tomarkdown/supported` lists extensions with their types.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, AI: to-markdown', certainty: 'observed' },
    { 'INF-CONV-4': 'The server accepts files under `files` and under `files[]`.' },
  ),
]);
