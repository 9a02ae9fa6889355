/** Whether the host of a URL is this machine itself. */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);
