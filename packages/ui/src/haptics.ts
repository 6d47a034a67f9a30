/** A short tick under the finger, on phones that can; nothing depends on it. */

const TICK_MS = 8
let on = true

export function setHaptics(wanted: boolean): void {
  on = wanted
}

export function canVibrate(): boolean {
  return 'vibrate' in navigator
}

export function tick(): void {
  if (on) navigator.vibrate?.(TICK_MS)
}
