import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Catalogue } from '../catalogue.ts';
import type { RunResult } from '../results.ts';
import { Html, html } from './html.ts';
import { matrixView } from './matrix-view.ts';
import { pageScript } from './page-script.ts';
import type { PictureSource } from './pictures-view.ts';
import { notesView, summaryView } from './summary-view.ts';
import { testsView } from './tests-view.ts';

export interface PageOptions {
  readonly catalogue: Catalogue;
  /** Gives the pictures that findings name. */
  readonly pictures: PictureSource;
}

/**
 * A run as one HTML file that works from disk. Nothing of it comes from elsewhere, and its policy lets nothing
 * run but its own script, whatever a target answered.
 */
export function htmlReport(result: RunResult, { catalogue, pictures }: PageOptions): string {
  const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
  const script = `(${pageScript.toString()})();`;
  const policy = `default-src 'none'; img-src data:; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; form-action 'none'`;
  const notes = notesView(result);
  const { edge } = result.target;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${result.verdict}: ${result.target.api}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#tests">Skip to the tests</a>
${summaryView(result)}
<nav aria-label="Parts"><a href="#requirements">Requirements</a> <a href="#tests">Tests</a>${notes && html` <a href="#notes">Beside the tests</a>`}</nav>
<main>
${matrixView(result, catalogue)}
${testsView(result, { catalogue, edge, pictures })}
${notes}
</main>
<footer class="foot"><p>Secrets are left out. Everything that is known stands in <code>results.json</code>; <code>touchstone conform judge results.json</code> judges it again.</p></footer>
<script>${new Html(script)}</script>
</body>
</html>
`.text;
}

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
