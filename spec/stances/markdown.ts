import { under } from './stance.ts';

const { choice, yesOrNo } = under(5, 'On the way through the edge');

/** Open questions about the conversion of pages. */
export const markdownStances = {
  'markdown.accept-weights': choice(['minded', 'ignored'], {
    question: 'Do the weights of `Accept` count: does `text/html, text/markdown;q=0.5` get HTML?',
    mock: 'minded',
    switch: 'behaviour',
  }),
  'markdown.accept-range': yesOrNo({
    question: 'Is a page converted for `Accept: text/*`, which does not name text/markdown?',
    mock: false,
    basis: 'seed',
  }),
  'markdown.head': choice(['HTML', 'Markdown'], {
    question: 'Does HEAD with `Accept: text/markdown` get the headers of the HTML, or of the Markdown?',
    mock: 'HTML',
    basis: 'observed',
    switch: 'behaviour',
  }),
  'markdown.error-pages': yesOrNo({
    question: 'Is a page that the origin sends with status 404 converted?',
    mock: true,
    switch: 'behaviour',
  }),
  'markdown.vary-of-html': yesOrNo({
    question: 'Does the HTML answer of a page that could be converted have `Vary: accept`?',
    mock: true,
    switch: 'behaviour',
  }),
};
