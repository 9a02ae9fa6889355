import { expect, test } from 'vitest';
import { html, withoutControls } from './html.ts';

test('html escapes text, keeps HTML, and renders nothing for null, undefined and false', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(`${html`<p title="${'"&'}">${inner}${[inner, 1]}${null}${undefined}${false}</p>`}`).toBe(
    '<p title="&quot;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>1</p>',
  );
});

test('withoutControls shows control characters and removes carriage returns', () => {
  expect(withoutControls('a\u0000b\u0007c\u0085\r\n\td')).toBe('a\ufffdb\ufffdc\ufffd\n\td');
});
