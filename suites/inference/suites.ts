import type { Suite } from '../harness/suite.ts';
import { inferenceAccessSuite } from './access.suite.ts';
import { backgroundSuite } from './background.suite.ts';
import { backgroundWebhooksSuite } from './background-webhooks.suite.ts';
import { batchesSuite, inferenceLimitsSuite } from './batches.suite.ts';
import { billingSuite } from './billing.suite.ts';
import { chatCompletionsSuite } from './chat-completions.suite.ts';
import { chatStreamsSuite } from './chat-streams.suite.ts';
import { chatToolsSuite } from './chat-tools.suite.ts';
import { clientLibrarySuite, messagesClientsSuite } from './client-library.suite.ts';
import { inferenceCommonSuite } from './common.suite.ts';
import { conversionSuite } from './conversion.suite.ts';
import { finetunesSuite } from './finetunes.suite.ts';
import { messagesSuite } from './messages.suite.ts';
import {
  chatRefusalsSuite,
  messagesRefusalsSuite,
  responsesRefusalsSuite,
} from './messages-refusals.suite.ts';
import { messagesToolsSuite } from './messages-tools.suite.ts';
import { modelsSuite } from './models.suite.ts';
import { brokenStreamsSuite, nativeStreamsSuite } from './native-streams.suite.ts';
import { lookingSuite, picturesSuite, seeingSuite, soundSuite } from './pictures.suite.ts';
import { responsesInputSuite, responsesSuite, responsesToolsSuite } from './responses.suite.ts';
import { runSuite } from './run.suite.ts';
import { runByPathSuite } from './run-by-path.suite.ts';
import { streamsSuite } from './streams.suite.ts';
import { textGenerationSuite } from './text-generation.suite.ts';
import { transcriptsSuite } from './transcripts.suite.ts';
import { embeddingsSuite, textTasksSuite, vectorsSuite } from './vectors.suite.ts';

/** Runs of models, the formats of other APIs, batches and conversion of files. */
export const inferenceSuites: readonly Suite[] = [
  inferenceAccessSuite,
  backgroundSuite,
  backgroundWebhooksSuite,
  billingSuite,
  brokenStreamsSuite,
  chatCompletionsSuite,
  chatRefusalsSuite,
  chatStreamsSuite,
  chatToolsSuite,
  clientLibrarySuite,
  inferenceCommonSuite,
  inferenceLimitsSuite,
  messagesSuite,
  messagesClientsSuite,
  messagesRefusalsSuite,
  messagesToolsSuite,
  nativeStreamsSuite,
  responsesSuite,
  responsesInputSuite,
  responsesRefusalsSuite,
  responsesToolsSuite,
  runSuite,
  runByPathSuite,
  seeingSuite,
  streamsSuite,
  textGenerationSuite,
  transcriptsSuite,
  modelsSuite,
  embeddingsSuite,
  lookingSuite,
  picturesSuite,
  soundSuite,
  textTasksSuite,
  vectorsSuite,
  finetunesSuite,
  conversionSuite,
  batchesSuite,
];
