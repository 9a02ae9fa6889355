/** A page that clients have rendered: a heading, a table, and links that stay and that lead elsewhere. */
export const shopPage = `<!doctype html><html lang="en"><title>Lamps</title>
<body style="margin:0;background:#0a0"><main><h1 id="top">Lamps</h1>
<p>Made <b>here</b>. <a href="https://shop.example/all?a=1#b">All lamps</a></p></main>
<script>document.querySelector('h1').dataset.seen = 'yes'</script>`;

/** Width and height of a PNG. @throws Error where it is none */
export function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const magic = [0x89, 0x50, 0x4e, 0x47];
  if (!magic.every((byte, index) => bytes[index] === byte)) throw new Error('this is no PNG');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
