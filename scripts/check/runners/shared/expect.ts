/** Assertions that need no runner, since the shared test has nine. */

/** @throws Error unless two values say the same as JSON */
export function equal(actual: unknown, expected: unknown, what: string): void {
  const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== shouldBe) throw new Error(`${what} is ${is}, and should be ${shouldBe}`);
}

/** @throws Error unless a text has a part */
export function contains(text: string, part: string, what: string): void {
  if (!text.includes(part)) throw new Error(`${what} should have ${JSON.stringify(part)}: ${text}`);
}

/** @throws Error unless an operation fails */
export async function fails(work: () => Promise<unknown>, what: string): Promise<void> {
  const outcome = await work().then(
    (value) => ({ value }),
    () => undefined,
  );
  if (outcome) throw new Error(`${what} should fail, and gave ${JSON.stringify(outcome.value)}`);
}
