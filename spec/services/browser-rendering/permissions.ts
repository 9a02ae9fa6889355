/** Permission of every rendering request: fact sheet browser-rendering, section 1. There is none for reading alone. */
export const browserRenderingEdit = ['Browser Rendering Edit'] as const;
