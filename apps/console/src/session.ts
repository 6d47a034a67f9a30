/** The token of this tab: closing it is leaving. */

const KEY = 'operator_token'

/** Where storage is forbidden the console forgets at the next load. */
let memory: string | undefined

export function token(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return memory
  }
}

export function keepToken(value: string): void {
  memory = value
  try {
    sessionStorage.setItem(KEY, value)
  } catch {
    // It stays in memory.
  }
}

export function dropToken(): void {
  memory = undefined
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}

const HERE_MS = 60_000
let lastTouch = performance.now()

/** Whether somebody touched this page within the last minute: what it asks by itself counts for nobody. */
export function isActive(): boolean {
  return performance.now() - lastTouch < HERE_MS
}

export function watchTouches(): void {
  for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
    addEventListener(event, () => (lastTouch = performance.now()), { passive: true })
  }
}
