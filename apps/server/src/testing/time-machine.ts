/** Moves the business clock of a server by its time machine; answers what is left to be done by then. */
export async function advance(url: string, seconds: number): Promise<string[]> {
  const response = await fetch(`${url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_s: seconds }),
  })
  if (!response.ok) throw new Error(`/dev/clock answered ${response.status}`)
  return ((await response.json()) as { left: string[] }).left
}
