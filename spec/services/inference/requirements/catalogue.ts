import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** Batches, the catalogue, fine-tunes and the conversion of files. */
export const catalogueRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 2.7`, certainty: 'documented', feature: 'batch' },
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
    { passage: `${sheet} 2.7`, certainty: 'inferred', feature: 'batch' },
    {
      'INF-BATCH-10': 'A model that takes no batches refuses them.',
      'INF-BATCH-11': 'A batch that nobody sent is refused.',
      'INF-BATCH-12': 'A batch without requests is refused.',
      'INF-BATCH-13': 'One request that fails does not fail the others of its batch.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.8`, certainty: 'documented' },
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
    { passage: `${sheet} 2.8`, certainty: 'observed' },
    {
      'INF-CAT-12': 'A page behind the last one of the catalogue is empty.',
      'INF-CAT-13': 'The model of a schema is taken percent-encoded.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.8`, certainty: 'inferred' },
    { 'INF-CAT-14': 'The schema of an unknown model is refused with code 5007.' },
  ),
  ...statements(
    { passage: `${sheet} 2.8`, certainty: 'documented', feature: 'finetunes' },
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
    { passage: `${sheet} 2.8`, certainty: 'documented' },
    {
      'INF-CONV-1': 'A file is converted to Markdown with its name, its type, its tokens and its data.',
      'INF-CONV-2': 'A file that cannot be converted is answered with the format `error`.',
      'INF-CONV-3': 'A GET of `/ai/tomarkdown/supported` lists extensions with their types.',
    },
  ),
  ...statements(
    { passage: `${sheet} 2.8`, certainty: 'observed' },
    { 'INF-CONV-4': 'Files are taken under `files` and under `files[]`.' },
  ),
]);
