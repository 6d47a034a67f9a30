/** A browser names the page's origin; a bot names none. Another site's page stays outside. */
export function isOwnOrigin(
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (publicUrl !== undefined && url.origin === new URL(publicUrl).origin) return true
  return /^https?:$/.test(url.protocol) && url.host === host
}
