/** What a reader does on a page, by the words that they see. */
import type { Page } from 'puppeteer-core';

/** Presses the first button with this text. */
export async function press(page: Page, name: string): Promise<void> {
  await page.locator(`xpath///button[normalize-space()="${name}"]`).click();
}

/** Replaces the text of the field with this label. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = await page.waitForSelector(
    `xpath///label[contains(., "${label}")]//*[self::input or self::textarea]`,
  );
  if (!field) throw new Error(`There is no field "${label}".`);
  await field.evaluate((element) => (element as HTMLInputElement).select());
  await page.keyboard.press('Backspace');
  await field.type(text);
}

/** Waits until a text is on the page. */
export async function waitForText(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.body.textContent?.includes(wanted),
    { timeout: 10_000 },
    text,
  );
}
