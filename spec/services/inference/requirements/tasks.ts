import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet inference';

/** The tasks beside text generation: what each takes and answers. */
export const taskRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 5`, certainty: 'documented' },
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
    { passage: `${sheet} 5`, certainty: 'observed' },
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
    { passage: `${sheet} 5`, certainty: 'inferred' },
    {
      'INF-TASK-46': 'A model that is reached over WebSocket only is refused.',
      'INF-TASK-47': 'A body of a type that its model does not take is refused.',
      'INF-TASK-48': 'Vectors of `pooling` `cls` and of `mean` differ.',
    },
  ),
  ...statements(
    { passage: 'issue 5, engines/models', certainty: 'inferred', feature: 'scripted' },
    {
      'INF-TASK-49': 'A vector has the length 1.',
      'INF-TASK-50': 'A paraphrase that shares half the words is nearer than an unrelated text.',
      'INF-TASK-51': 'Speech lasts 60 milliseconds for each character, within a fifth.',
      'INF-TASK-52': 'Pictures of two prompts differ.',
    },
  ),
]);
