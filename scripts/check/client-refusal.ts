import { APIError } from 'cloudflare';

/** What the platform's client was refused with: status, and code and message of the first error. */
export async function refusal(call: PromiseLike<unknown>) {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const [first] = error.errors;
    return { status: error.status, code: first?.code, message: first?.message };
  }
  throw new Error('the call was not refused');
}
