/** Passkeys belong to a name: browsers refuse them at a bare address. */
export function hasSiteName(): boolean {
  return !/^[\d.]+$|^\[/.test(location.hostname)
}

export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}
