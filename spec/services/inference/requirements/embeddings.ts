import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { inferenceEndpoints } from '../endpoints.ts';

const sheet = 'fact sheet inference';

/** Vectors in the embeddings format. */
export const embeddingsRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 2.1`, certainty: 'documented' },
    {
      'INF-EMB-1':
        'A POST to `/ai/v1/embeddings` with `model` and `input` is answered with a list of vectors.',
      'INF-EMB-2': 'The list of vectors has no envelope.',
      'INF-EMB-3': 'A list of texts is answered with one vector for each, in order of `index`.',
      'INF-EMB-4': 'The list of vectors counts `prompt_tokens` and `total_tokens`.',
    },
  ),
  ...statements(
    { passage: `${sheet} 9, trap 4`, certainty: 'inferred' },
    {
      'INF-EMB-5': 'The `encoding_format` `base64` is answered with little-endian 32-bit floats as Base64.',
      'INF-EMB-6': 'The `encoding_format` `float` is answered with numbers.',
      'INF-EMB-7': 'Both encodings hold the same vector.',
      'INF-EMB-8': 'A vector of `/ai/v1/embeddings` is the vector of the run endpoint.',
      'INF-EMB-9': 'A model that makes no vectors is refused by `/ai/v1/embeddings`.',
    },
  ),
  ...bounds(
    {
      in: inferenceEndpoints,
      operation: 'inference.embeddings',
      of: 'request for embeddings',
      passage: `${sheet} 9, trap 4`,
      certainty: 'inferred',
    },
    {
      'INF-EMB-10': ['too many', '/input'],
    },
  ),
]);
