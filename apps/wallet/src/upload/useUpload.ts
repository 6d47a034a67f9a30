import { CallRefused } from '@btbc/client/client.ts'
import { UPLOAD_MB_MAX, type UploadPurpose } from '@btbc/contract/upload.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { fetchPicture, sendPicture, TooLarge } from '#upload/picture.ts'

/** How many pictures are on their way, and who wants to know. */
let underWay = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1): void {
  underWay += change
  for (const tell of listeners) tell()
}

/** Whether a picture is on its way: a message that is sent now would go without it. */
export function useIsSending(): boolean {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => underWay > 0,
  )
}

/** Sending one picture: how far it is, what went wrong, and again. */
export function useUpload(purpose: UploadPurpose, onSent: (id: string) => void) {
  const t = useText()
  const errorText = useErrorText()
  const [progress, setProgress] = useState<number>()
  const [failed, setFailed] = useState<{ file: Blob; text: string; retry: boolean }>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(file: Blob) {
    sending.current?.abort()
    const own = new AbortController()
    sending.current = own
    setFailed(undefined)
    setProgress(0)
    count(1)
    try {
      const id = await sendPicture(file, { purpose, signal: own.signal, onProgress: setProgress })
      if (!own.signal.aborted) onSent(id)
    } catch (error) {
      if (own.signal.aborted) return
      const text =
        error instanceof TooLarge ? t('upload.tooLarge', { most: UPLOAD_MB_MAX }) : errorText(error)
      // What the server judged does not become better by sending it again.
      const judged =
        error instanceof TooLarge ||
        (error instanceof CallRefused && error.code.startsWith('upload_'))
      setFailed({ file, text, retry: !judged })
    } finally {
      count(-1)
      if (sending.current === own) setProgress(undefined)
    }
  }

  return { progress, failed, send }
}

/** A picture as the server keeps it, ready to be shown; undefined until it is here. */
export function useStoredPicture(id: string): { src: string | undefined; gone: boolean } {
  const picture = useQuery({
    queryKey: ['picture', id],
    queryFn: ({ signal }) => fetchPicture(id, signal),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const gone = picture.error instanceof CallRefused && picture.error.code === 'upload_not_found'
  return { src: picture.data, gone }
}
