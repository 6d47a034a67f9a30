import { type Ask, type Call, client } from '#api/call.ts'
import { token } from '#session.ts'

/** Asks for a file, however long it takes, and hands it to the browser to keep. */
export async function download<E extends Call>(call: E, request: Ask<E>): Promise<void> {
  const asked = token()
  const answer = await fetch(client.addressOf(call.path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...client.headersOf() },
    body: JSON.stringify(request),
  })
  // What is no file is a refusal.
  if (answer.headers.get('content-type')?.startsWith('text/csv') !== true)
    client.messageOf(await answer.json(), asked)
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  link.click()
  URL.revokeObjectURL(url)
}
