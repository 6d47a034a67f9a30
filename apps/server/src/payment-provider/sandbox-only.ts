/** House rule 1 for the gateway: only a sandbox provider can be configured. */

const KEY_START = 'sk_test_'
const KEY_LENGTH_MIN = 24
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Why this provider may not be used, or undefined when it may. The hosts on the list are loopback
 * names, names under `.test` and `.localhost`, which nobody can own on the internet, names that begin
 * with `sandbox.`, and the house's own public address, behind which only our own provider can stand.
 */
export function whyNotSandbox(
  gateway: { url: string | undefined; key: string | undefined },
  publicUrl: string | undefined,
): string | undefined {
  const { url, key } = gateway
  if (key !== undefined && !key.startsWith(KEY_START)) {
    const shown = key.slice(0, 7)
    return `GATEWAY_KEY begins with "${shown}": only test keys (${KEY_START}…) are taken, this product runs on test funds only`
  }
  if (key !== undefined && key.length < KEY_LENGTH_MIN) {
    return `GATEWAY_KEY must have at least ${KEY_LENGTH_MIN} characters`
  }
  if (url === undefined) return undefined
  if (key === undefined) return 'GATEWAY_URL needs the GATEWAY_KEY that the provider was given'
  if (!isSandboxAddress(url, publicUrl)) {
    return `GATEWAY_URL names ${new URL(url).host}, which is not on the list of sandbox providers: this product runs on test funds only`
  }
  return undefined
}

/** https, or http on loopback; and a host of the list. */
function isSandboxAddress(address: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (LOOPBACK.includes(url.hostname)) return ['http:', 'https:'].includes(url.protocol)
  if (url.protocol !== 'https:') return false
  if (publicUrl !== undefined && url.host === new URL(publicUrl).host) return true
  return /(^|\.)(test|localhost)$/.test(url.hostname) || url.hostname.startsWith('sandbox.')
}
