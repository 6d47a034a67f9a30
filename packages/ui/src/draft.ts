/** What was kept of a form: known fields of the right type, and the initial ones for the rest. */
export function readDraft<Fields extends object>(
  kept: string | null | undefined,
  initial: Fields,
): Fields {
  let found: object | null
  try {
    found = JSON.parse(kept ?? '{}') as object | null
  } catch {
    return initial
  }
  const usable = Object.entries(found ?? {}).filter(
    ([name, value]) =>
      Object.hasOwn(initial, name) && typeof value === typeof initial[name as keyof Fields],
  )
  return { ...initial, ...Object.fromEntries(usable) }
}
