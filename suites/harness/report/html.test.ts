import { describe, expect, test } from 'vitest';
import { escapeHtml, html } from './html.ts';

describe('html', () => {
  test('escapes what is put in, and leaves HTML as it is', () => {
    const inner = html`<b>${'<i>'}</b>`;
    expect(html`<p title="${'"&'}">${inner}${[inner, 1]}</p>`.text).toBe(
      '<p title="&quot;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>1</p>',
    );
  });

  test('writes nothing of nothing', () => {
    expect(html`a${null}${undefined}${false}${[]}b`.text).toBe('ab');
  });

  test('shows control characters, which HTML does not allow, but no carriage return', () => {
    expect(escapeHtml('a\u0000b\u0007c\u0085\r\n\td')).toBe('a\ufffdb\ufffdc\ufffd\n\td');
  });
});
