const size = 64;
const hues = 360;

/**
 * A picture for a provider that brings none: its first letter on a colour that its slug decides, as SVG in
 * base64. That there is one is documented, what it shows is not.
 */
export function makeLogo({ name, slug }: { readonly name: string; readonly slug: string }): string {
  const letter = (/[A-Za-z0-9]/.exec(name)?.[0] ?? slug.charAt(0)).toUpperCase();
  let hue = 0;
  for (const character of slug) hue = (hue * 31 + character.charCodeAt(0)) % hues;
  return btoa(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
      `<rect width="${size}" height="${size}" rx="12" fill="hsl(${hue} 60% 40%)"/>` +
      `<text x="32" y="44" font-family="sans-serif" font-size="36" text-anchor="middle" fill="#fff">${letter}</text>` +
      '</svg>',
  );
}
