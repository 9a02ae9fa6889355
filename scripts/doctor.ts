import { version } from '../mock/assembly/version.ts';
import { type BrowserStatus, createBrowser } from '../mock/engines/browser/index.ts';

/** The findings of `touchstone doctor`. */
export interface Diagnosis {
  readonly version: string;
  readonly runtime: string;
  readonly platform: string;
  readonly browser: BrowserStatus;
  /** Result of a first picture; null when no browser was found. */
  readonly picture:
    | { readonly drawn: true; readonly ms: number }
    | { readonly drawn: false; readonly why: string }
    | null;
}

/**
 * Finds a browser as `serve` does, starts it, and takes a picture.
 *
 * @param browser path of an executable, or `ws://…`; by default it looks for one
 */
export async function diagnose(browser?: string): Promise<Diagnosis> {
  const engine = createBrowser({ browser });
  try {
    const status = await engine.status();
    return {
      version,
      runtime: runtimeName(),
      platform: `${process.platform} ${process.arch}`,
      browser: status,
      picture: status.found ? await firstPicture(engine) : null,
    };
  } finally {
    await engine.close();
  }
}

const page = '<body style="margin:0;background:#0a0">';
const pngMagic = [0x89, 0x50, 0x4e, 0x47];

async function firstPicture(engine: ReturnType<typeof createBrowser>): Promise<Diagnosis['picture']> {
  const started = performance.now();
  try {
    const viewport = { width: 32, height: 32 };
    const { value } = await engine.visit({ source: { html: page }, viewport }, (open) => open.screenshot());
    return pngMagic.every((byte, index) => value[index] === byte)
      ? { drawn: true, ms: Math.round(performance.now() - started) }
      : { drawn: false, why: 'the browser returned no PNG' };
  } catch (error) {
    return { drawn: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function runtimeName(): string {
  const { bun, deno, node } = process.versions;
  if (bun) return `Bun ${bun}`;
  return deno ? `Deno ${deno}` : `Node ${node}`;
}

/** Formats the diagnosis as text. */
export function describeDiagnosis({ version, runtime, platform, browser, picture }: Diagnosis): string {
  const lines = [`touchstone ${version} on ${runtime}, ${platform}`, ''];
  if (browser.found) {
    lines.push(`Browser      ${browser.product}`, `             ${browser.where}`);
    for (const note of browser.notes ?? []) lines.push(`             ${note}`);
    for (const other of browser.passedOver) lines.push(`Passed over  ${other}`);
  } else {
    lines.push('Browser      none found: rendering answers 503');
    for (const other of browser.tried) lines.push(`Tried        ${other}`);
  }
  if (picture) {
    lines.push(
      picture.drawn ? `Picture      drawn in ${picture.ms} ms` : `Picture      failed: ${picture.why}`,
    );
  }
  return lines.join('\n');
}

/**
 * The command `doctor`.
 *
 * @returns the exit code: 0 when a browser was found and can draw, 1 otherwise
 */
export async function doctor(options: {
  readonly browser?: string;
  readonly json?: boolean;
}): Promise<number> {
  const diagnosis = await diagnose(options.browser ?? process.env['TOUCHSTONE_BROWSER']);
  console.log(options.json ? JSON.stringify(diagnosis) : describeDiagnosis(diagnosis));
  return diagnosis.picture?.drawn ? 0 : 1;
}
