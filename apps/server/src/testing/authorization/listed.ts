/** What is written by hand of some calls, each named once: a name of no call is a mistake. */
export function listed<Name extends string, Row>(
  calls: Readonly<Record<Name, unknown>>,
  rows: readonly (readonly [Row, string])[],
): Partial<Record<Name, Row>> {
  const found: Partial<Record<Name, Row>> = {}
  for (const [row, names] of rows) {
    for (const name of names.split(' ') as Name[]) {
      if (!(name in calls) || name in found) throw new Error(`${name} is no call, or listed twice`)
      found[name] = row
    }
  }
  return found
}
