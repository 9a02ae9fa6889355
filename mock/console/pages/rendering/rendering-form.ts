/** What the form for a rendering has. */
export interface RenderingForm {
  readonly source: 'url' | 'html';
  readonly url: string;
  readonly html: string;
  readonly action: RenderingAction;
  readonly width: string;
  readonly height: string;
  readonly waitUntil: string;
  /** Waits for an element, if it is not empty. */
  readonly waitForSelector: string;
  /** The selector of `scrape`, or the question of `json`. */
  readonly detail: string;
}

/** The actions by the end of their paths. */
export const actions = {
  screenshot: 'Screenshot',
  pdf: 'PDF',
  content: 'HTML after scripts',
  markdown: 'Markdown',
  links: 'Links',
  scrape: 'Elements by selector',
  json: 'Data by a model',
  accessibilityTree: 'Accessibility tree',
  snapshot: 'Snapshot: HTML and picture',
} as const;

export type RenderingAction = keyof typeof actions;

export const firstForm: RenderingForm = {
  source: 'html',
  url: '',
  html: '<h1>Hello</h1>\n<p>Rendered by a browser of this machine.</p>',
  action: 'screenshot',
  width: '1280',
  height: '720',
  waitUntil: 'load',
  waitForSelector: '',
  detail: '',
};

/** The body of the request that a form describes. */
export function toBody(form: RenderingForm): Record<string, unknown> {
  const { source, action, detail, width, height, waitUntil, waitForSelector } = form;
  return {
    [source]: form[source],
    viewport: { width: Number(width), height: Number(height) },
    gotoOptions: { waitUntil },
    ...(waitForSelector !== '' && { waitForSelector: { selector: waitForSelector } }),
    ...(action === 'scrape' && { elements: [{ selector: detail }] }),
    ...(action === 'json' && { prompt: detail }),
    ...(action === 'snapshot' && { formats: ['content', 'screenshot'] }),
  };
}

/** The text of an answer in its envelope: a string as it is, anything else as JSON. */
export function toResultText(answer: string): string {
  try {
    const { result } = JSON.parse(answer) as { result?: unknown };
    return typeof result === 'string' ? result : JSON.stringify(result ?? JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}
