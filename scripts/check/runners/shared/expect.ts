/** Assertions without a runner, since nine runners share the test. */

/** @throws Error unless two values are the same as JSON */
export function equal(actual: unknown, expected: unknown, what: string): void {
  const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== shouldBe) throw new Error(`${what} is ${is}, expected ${shouldBe}`);
}

/** @throws Error unless a text contains another */
export function contains(text: string, part: string, what: string): void {
  if (!text.includes(part)) throw new Error(`${what} lacks ${JSON.stringify(part)}: ${text}`);
}

/** @throws Error unless an operation fails */
export async function fails(work: () => Promise<unknown>, what: string): Promise<void> {
  const outcome = await work().then(
    (value) => ({ value }),
    () => undefined,
  );
  if (outcome) throw new Error(`${what} should fail, but returned ${JSON.stringify(outcome.value)}`);
}
