import { houseNow } from '@btbc/client/house-clock.ts'

/** What a field of day and minute holds is UTC here. */
export function instantOf(typed: string): string {
  return new Date(`${typed.trim()}Z`).toISOString()
}

/** Whether day and minute are typed in full. */
export function isInstant(typed: string): boolean {
  return !Number.isNaN(Date.parse(`${typed.trim()}Z`))
}

export function typedOf(instant: string): string {
  return instant.slice(0, 16)
}

export function nowTyped(): string {
  return typedOf(new Date(houseNow()).toISOString())
}
