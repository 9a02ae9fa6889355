import type { Page, Target } from 'puppeteer-core';

/**
 * Keeps a page to itself: dialogs are dismissed, so that none holds up its scripts, and windows that it opens are
 * closed again. Ends with the page.
 */
export function keepAlone(page: Page): void {
  page.on('dialog', (dialog) => {
    // The page may have gone meanwhile, and the dialog with it.
    dialog.dismiss().catch(() => {});
  });
  const own = page.target();
  page.browserContext().on('targetcreated', (target: Target) => {
    if (target === own || target.type() !== 'page') return;
    target
      .page()
      .then((opened) => opened?.close())
      // A window that closed itself first is as good.
      .catch(() => {});
  });
}
