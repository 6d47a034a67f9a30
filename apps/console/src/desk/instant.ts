/** What a field of day and minute holds is UTC here. */
export function instantOf(typed: string): string {
  return new Date(`${typed.trim()}Z`).toISOString()
}

export function nowTyped(): string {
  return new Date().toISOString().slice(0, 16)
}
