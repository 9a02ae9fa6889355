import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** The tasks beside text generation: what each takes and answers. */
export const taskRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai/run/{model}', certainty: 'documented' },
    {
      'INF-TASK-1': 'An embedding model takes `text` as one text.',
      'INF-TASK-2': 'An embedding model takes `text` as a list of texts.',
      'INF-TASK-3': 'An embedding model takes 100 texts.',
      'INF-TASK-4': 'An embedding model refuses 101 texts.',
      'INF-TASK-5': 'The `shape` of vectors says how many there are, and how many numbers each has.',
      'INF-TASK-6': 'An embedding model takes the `pooling` `cls`.',
      'INF-TASK-7': 'An embedding model refuses a `pooling` that is neither `mean` nor `cls`.',
      'INF-TASK-8': 'The query embedding model takes `queries` and `documents`.',
      'INF-TASK-9':
        'The model that embeds or ranks answers a `query` with a score for each of its `contexts`.',
      'INF-TASK-10': 'The model that embeds or ranks answers `contexts` alone with vectors in `response`.',
      'INF-TASK-11': 'A reranker answers the place and the score of each context, best first.',
      'INF-TASK-12': 'A reranker answers at most `top_k` contexts.',
      'INF-TASK-13': 'Text classification answers every label with its score.',
      'INF-TASK-14': 'Translation answers `translated_text`.',
      'INF-TASK-15': 'Translation without `target_lang` is refused.',
      'INF-TASK-16': 'The Indic translator answers `translations` as a list.',
      'INF-TASK-17': 'Summarisation answers `summary`.',
      'INF-TASK-18': 'Image classification answers labels with scores.',
      'INF-TASK-19': 'Image classification takes the bare bytes of the picture as its body.',
      'INF-TASK-20': 'Object detection answers a box of four numbers with each label.',
      'INF-TASK-21': 'Image to text answers `description`.',
      'INF-TASK-22': 'The model with a `task` answers the member of that task.',
      'INF-TASK-23': 'A drawing model that answers bytes has a picture as its body, without an envelope.',
      'INF-TASK-24': 'The content type of a picture is that of its bytes.',
      'INF-TASK-25': 'A picture has the `width` and `height` that were asked for.',
      'INF-TASK-26': 'A picture of less than 256 pixels is refused.',
      'INF-TASK-27': 'A picture of more than 2048 pixels is refused.',
      'INF-TASK-28': 'More than 20 `num_steps` are refused.',
      'INF-TASK-29': 'FLUX.1 answers its picture as Base64 in `image`.',
      'INF-TASK-30': 'FLUX.2 takes a multipart form.',
      'INF-TASK-31': 'Whisper takes bare audio as its body.',
      'INF-TASK-32': 'Whisper answers `text`, its words with their times, and `vtt`.',
      'INF-TASK-33': 'The large Whisper takes audio as Base64.',
      'INF-TASK-34': 'The large Whisper answers `segments` and what it found out about the language.',
      'INF-TASK-35': 'The Deepgram model answers transcripts by channel and alternative.',
      'INF-TASK-36': 'MeloTTS answers MP3 as Base64 in `audio`.',
      'INF-TASK-37': 'The Deepgram voices answer audio as the body, without an envelope.',
      'INF-TASK-38': 'The Deepgram voices answer MP3 where no `encoding` is asked for.',
      'INF-TASK-39': 'Turn detection answers `is_complete` and `probability`.',
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
  ...statements(
    { passage: 'inferred from Cloudflare OpenAPI document, ai/run/{model}', certainty: 'inferred' },
    {
      'INF-TASK-46': 'A model that is reached over WebSocket only is refused.',
      'INF-TASK-47': 'A body of a type that its model does not take is refused.',
      'INF-TASK-48': 'Vectors of `pooling` `cls` and of `mean` differ.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: What models answer', certainty: 'inferred', feature: 'scripted' },
    {
      'INF-TASK-49': 'A vector has the length 1.',
      'INF-TASK-50': 'A paraphrase that shares half the words is nearer than an unrelated text.',
      'INF-TASK-51': 'Speech lasts 60 milliseconds for each character, within a fifth.',
      'INF-TASK-52': 'Pictures of two prompts differ.',
    },
  ),
]);

/** Text generation in its own input: what is taken, defaulted and answered. */
export const textGenerationRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai/run/{model}', certainty: 'documented' },
    {
      'INF-TEXT-1': 'Text generation takes a `prompt` instead of `messages`.',
      'INF-TEXT-2': 'Text generation without `prompt` and `messages` is refused.',
      'INF-TEXT-3': 'An empty `prompt` is refused.',
      'INF-TEXT-4': 'An answer without `max_tokens` has at most 256 tokens.',
      'INF-TEXT-5': 'A `temperature` of 5 is accepted.',
      'INF-TEXT-6': 'A `temperature` above 5 is refused.',
      'INF-TEXT-7': 'A `top_p` above 1 is refused.',
      'INF-TEXT-8': 'A `top_k` above 50 is refused.',
      'INF-TEXT-9': 'A `seed` of 9999999999 is accepted.',
      'INF-TEXT-10': 'A `seed` above 9999999999 is refused.',
      'INF-TEXT-11': 'A `repetition_penalty` above 2 is refused.',
      'INF-TEXT-12': 'A `frequency_penalty` outside -2 to 2 is refused.',
      'INF-TEXT-13': 'The `result` of a model of the old shape has the text in `response`.',
      'INF-TEXT-14': 'The `usage` of a model of the old shape counts prompt, completion and both.',
      'INF-TEXT-15': 'A call of a model of the old shape has `name` and `arguments` as an object.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare Workers types, AiTextGeneration', certainty: 'documented' },
    {
      'INF-TEXT-16': 'The `result` of a model of the new shape is a chat completion.',
      'INF-TEXT-17': 'A gpt-oss model answers the members of the Responses format as a response.',
      'INF-TEXT-18': 'A gpt-oss model answers the members of chat completions as a chat completion.',
      'INF-TEXT-22': 'A schema for a hosted model is taken bare under `json_schema`.',
      'INF-TEXT-23': 'A model that sees takes content as a list with `image_url`.',
      'INF-TEXT-24': 'A model that sees takes an `image` beside the `prompt`.',
      'INF-TEXT-25': 'The safety model answers whether a conversation is safe.',
      'INF-TEXT-26': 'The safety model takes the roles `user` and `assistant` alone.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI JSON mode', certainty: 'documented' },
    {
      'INF-TEXT-19': 'The `response` of a JSON mode is an object.',
      'INF-TEXT-20': "A schema that cannot be met is refused with the words `JSON Mode couldn't be met`.",
      'INF-TEXT-21': 'A JSON mode does not stream.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'INF-TEXT-27': 'Content as a list is refused by a model of the old shape with code 5006.',
      'INF-TEXT-28': 'The `usage` of a hosted model counts `neurons`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare OpenAPI document, ai/run/{model}', certainty: 'documented' },
    { 'INF-TEXT-29': 'Content of null is refused by a model of the old shape.' },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'INF-TEXT-30': 'A refusal with code 5006 has status 400.',
      'INF-TEXT-31': 'The message of a refusal with code 5006 names the place and both types.',
      'INF-TEXT-32': 'A refusal with code 5006 begins with `AiError: Bad input: `.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: What models answer', certainty: 'inferred', feature: 'scripted' },
    {
      'INF-TEXT-33': 'The same input is answered with the same text.',
      'INF-TEXT-34': 'Two different prompts are never answered with one text.',
      'INF-TEXT-35': 'A `stop` text ends the answer before it.',
    },
  ),
]);

/** Batches, the catalogue, fine-tunes and the conversion of files. */
export const catalogueRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Workers AI batch API', certainty: 'documented', feature: 'batch' },
    {
      'INF-BATCH-1': 'A POST with `queueRequest=true` and `requests` is answered with the status `queued`.',
      'INF-BATCH-2': 'A batch in the queue has a `request_id`, which is a UUID.',
      'INF-BATCH-3': 'A POST of the `request_id` asks for the batch.',
      'INF-BATCH-4': 'A batch that is not done is answered with its status and its id.',
      'INF-BATCH-5': 'A batch that is done is answered with one response for each request.',
      'INF-BATCH-6': 'The `id` of a response is the place of its request.',
      'INF-BATCH-7': 'The `external_reference` of a request comes back with its response.',
      'INF-BATCH-8': 'A batch that is done counts the tokens of all its runs.',
      'INF-BATCH-9': 'A batch of 10 MB or more is refused.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Workers AI batch API',
      certainty: 'inferred',
      feature: 'batch',
    },
    {
      'INF-BATCH-10': 'A model that takes no batches refuses them.',
      'INF-BATCH-11': 'A batch that nobody sent is refused.',
      'INF-BATCH-12': 'A batch without requests is refused.',
      'INF-BATCH-13': 'One request that fails does not fail the others of its batch.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, AI: models', certainty: 'documented' },
    {
      'INF-CAT-1': 'A GET of `/ai/models/search` lists models with the id of the model as `name`.',
      'INF-CAT-2': 'The `id` of a listed model is a UUID.',
      'INF-CAT-3': 'A listed model has a description, a task, tags and properties.',
      'INF-CAT-4': 'The `search` of the catalogue finds models by a part of their name.',
      'INF-CAT-5': 'The `task` of the catalogue finds the models of a task.',
      'INF-CAT-6': 'The `author` of the catalogue finds the models of an author.',
      'INF-CAT-7': 'The `page` and `per_page` of the catalogue walk through it.',
      'INF-CAT-8': 'The `format` `openrouter` is answered with `data` and without an envelope.',
      'INF-CAT-9': 'A GET of `/ai/models/schema` answers the JSON schemas of input and output.',
      'INF-CAT-10': 'A GET of `/ai/tasks/search` lists the tasks.',
      'INF-CAT-11': 'A GET of `/ai/authors/search` lists the authors.',
    },
  ),
  ...statements(
    { passage: 'cloudflare/workers-sdk, packages/wrangler/src/ai', certainty: 'observed' },
    {
      'INF-CAT-12': 'A page behind the last one of the catalogue is empty.',
      'INF-CAT-13': 'The model of a schema is taken percent-encoded.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: Runs', certainty: 'inferred' },
    {
      'INF-CAT-14': 'The schema of an unknown model is refused with code 5007.',
      'INF-CAT-15': 'A GET of `/ai/v1/models` lists the models that a format of another API can ask.',
      'INF-CAT-16': 'A GET of `/ai/v1/models/{model}` reads one of them, and does not know others.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, AI: finetunes', certainty: 'documented', feature: 'finetunes' },
    {
      'INF-FT-1': 'A fine-tune is created with `model` and `name`, and is not public.',
      'INF-FT-2': 'A created fine-tune is in the list of its account.',
      'INF-FT-3': 'A fine-tune takes the files `adapter_config.json` and `adapter_model.safetensors`.',
      'INF-FT-4': 'A file of a fine-tune is answered with its name and a URL.',
      'INF-FT-5': 'A deleted fine-tune is answered with its `id` and `name`.',
      'INF-FT-6': 'The public fine-tunes are listed with `limit` and `offset`.',
      'INF-FT-7': 'A run with a `lora` whose files are missing is refused with code 3039.',
      'INF-FT-8': 'A run with a `lora` of a model that takes none is refused with code 5005.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Workers AI Markdown conversion', certainty: 'documented' },
    {
      'INF-CONV-1': 'A file is converted to Markdown with its name, its type, its tokens and its data.',
      'INF-CONV-2': 'A file that cannot be converted is answered with the format `error`.',
      'INF-CONV-3': 'A GET of `/ai/tomarkdown/supported` lists extensions with their types.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, AI: to-markdown', certainty: 'observed' },
    { 'INF-CONV-4': 'Files are taken under `files` and under `files[]`.' },
  ),
]);
