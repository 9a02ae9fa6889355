import {
  labelsSchema,
  summarySchema,
  translationSchema,
  translationsSchema,
} from '../../spec/services/inference/output.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askModel, refusedRuns } from './asking.ts';
import { taskModels, taskResult } from './tasks-asking.ts';

const { classify, translate, translateToIndic, summarise } = taskModels;

const news =
  'The city council voted on Tuesday to reopen the old railway station. The station has been closed since 1987. ' +
  'Supporters say that the station will bring visitors to the city. Critics fear that the costs will grow. ' +
  'The mayor said that the first trains will run next spring. It rained during the whole meeting.';

/** Classification, translation and summarisation. */
export const textTasksSuite = defineSuite('inference/text-tasks', [
  test('INF-TASK-13', 'scores a text for every label of the model', async (t) => {
    const text = 'I love this wonderful film.';
    const labels = await taskResult(t, labelsSchema, classify, { text });
    equal(labels.map(({ label }) => label).toSorted(), ['NEGATIVE', 'POSITIVE'], 'the labels');
    const best = labels.toSorted((one, other) => other.score - one.score)[0];
    equal(best?.label, 'POSITIVE', 'the best label of a friendly text');
  }),
  test(['INF-TASK-14', 'INF-TASK-15'], 'translates a text, and requires a target language', async (t) => {
    const input = { text: 'Good morning', source_lang: 'en', target_lang: 'fr' };
    const { translated_text } = await taskResult(t, translationSchema, translate, input);
    await t.check('INF-TASK-14', () => match(translated_text, /\S/, 'translated_text'));
    await refusedRuns(
      t,
      () => askModel(t, translate, input),
      () => askModel(t, translate, { text: input.text, source_lang: 'en' }),
    );
  }),
  test('INF-TASK-16', 'translates into a language of India, as a list', async (t) => {
    const input = { text: 'Good morning', target_language: 'hin_Deva' };
    const { translations } = await taskResult(t, translationsSchema, translateToIndic, input);
    equal(translations.length, 1, 'the number of translations');
    match(translations[0], /\S/, 'translations[0]');
  }),
  test('INF-TASK-17', 'summarizes a text', async (t) => {
    const { summary } = await taskResult(t, summarySchema, summarise, { input_text: news });
    match(summary, /\S/, 'summary');
    ok(summary.length < news.length, `the summary has ${summary.length} of ${news.length} characters`);
  }),
]);
