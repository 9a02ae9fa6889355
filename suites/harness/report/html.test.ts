import { expect, test } from 'vitest';
import { html } from './html.ts';

test('html escapes text, keeps HTML, and renders nothing for null, undefined and false', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(`${html`<p title="${'"&'}">${inner}${[inner, 1]}${null}${undefined}${false}</p>`}`).toBe(
    '<p title="&quot;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>1</p>',
  );
});
