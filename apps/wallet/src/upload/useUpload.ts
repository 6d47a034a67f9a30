import { CallRefused } from '@btbc/client/client.ts'
import type { UploadPurpose } from '@btbc/contract/upload.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { fetchPicture, sendPicture, TooLarge } from '#upload/picture.ts'

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
    try {
      const id = await sendPicture(file, { purpose, signal: own.signal, onProgress: setProgress })
      if (!own.signal.aborted) onSent(id)
    } catch (error) {
      if (own.signal.aborted) return
      const text = error instanceof TooLarge ? t('upload.tooLarge') : errorText(error)
      // What the server judged does not become better by sending it again.
      const judged =
        error instanceof TooLarge ||
        (error instanceof CallRefused && error.code.startsWith('upload_'))
      setFailed({ file, text, retry: !judged })
    } finally {
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
