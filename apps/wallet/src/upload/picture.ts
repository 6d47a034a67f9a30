import { Unreachable } from '@btbc/client/client.ts'
import { UPLOAD_BYTES_MAX, uploadPath, type UploadPurpose } from '@btbc/contract/upload.ts'

import { client } from '#api/call.ts'
import { stored } from '#storage.ts'

/** Pictures to and from the server: the one form that is not JSON. */

const SIDE_MAX = 2000
const QUALITY = 0.85
/** Smaller files of a kind the server takes are sent as they are. */
const LEFT_ALONE_BYTES = 1024 * 1024
const SLOW_MS = 60_000

const taken: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** The picture is too large, and this browser cannot make it smaller. */
export class TooLarge extends Error {}

/** Sends a picture and answers its id. `onProgress` hears how much has left, from 0 to 1. */
export async function sendPicture(
  file: Blob,
  options: { purpose: UploadPurpose; signal: AbortSignal; onProgress: (part: number) => void },
): Promise<string> {
  const small = await madeSmall(file)
  if (small.size > UPLOAD_BYTES_MAX) throw new TooLarge()
  const form = new FormData()
  form.append('purpose', options.purpose)
  form.append('file', small, 'picture')
  return String(await sendForm(form, options))
}

/** The picture as the server keeps it, as an address that only this page can read. */
export async function fetchPicture(id: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(client.addressOf(`${uploadPath}/${encodeURIComponent(id)}`), {
    headers: client.headersOf(),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new Unreachable('offline', error)
  })
  if (!answer.ok) client.messageOf(await answer.json().catch(() => undefined), stored('token'))
  const picture = await answer.blob()
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Unreachable('unreadable')))
    reader.readAsDataURL(picture)
  })
}

/** As large as a screen needs. A kind that this browser cannot read is left to the server's judgement. */
async function madeSmall(file: Blob): Promise<Blob> {
  if (file.size <= LEFT_ALONE_BYTES && taken.has(file.type)) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (bitmap === undefined) return file
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const small = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/jpeg', QUALITY)
  })
  return small !== null && small.size < file.size ? small : file
}

/** The older way to send, since only it tells how much has left. */
function sendForm(
  form: FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<unknown> {
  const token = stored('token')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', client.addressOf(uploadPath))
    for (const [name, value] of Object.entries(client.headersOf(token))) {
      request.setRequestHeader(name, value)
    }
    request.responseType = 'json'
    request.timeout = SLOW_MS
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      try {
        resolve(client.messageOf(request.response, token))
      } catch (error) {
        reject(error instanceof Error ? error : new Unreachable('unreadable', error))
      }
    })
    request.addEventListener('error', () => reject(new Unreachable('offline')))
    request.addEventListener('timeout', () => reject(new Unreachable('slow')))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
