import type { LabTerms, runLab } from '@btbc/contract/lab.ts'
import { useEffect, useRef, useState } from 'react'

import { scriptUrl } from '#shell/script-url.ts'

type LabResult = ReturnType<typeof runLab>

type Lab = {
  /** What these terms lead to, once the worker has lived through them; until then what was asked before. */
  result: LabResult | undefined
  /** The worker could not be loaded. */
  hasFailed: boolean
}

export function useLab(terms: LabTerms): Lab {
  const [result, setResult] = useState<LabResult>()
  const [hasFailed, setHasFailed] = useState(false)
  const worker = useRef<Promise<Worker | undefined>>(undefined)
  useEffect(() => {
    const fail = () => setHasFailed(true)
    const starting = startWorker(setResult, fail).catch(fail)
    worker.current = starting.then((started) => started ?? undefined)
    return () => void worker.current?.then((started) => started?.terminate())
  }, [])
  useEffect(() => {
    void worker.current?.then((started) => started?.postMessage(terms, []))
  }, [terms])
  return { result, hasFailed }
}

async function startWorker(hear: (result: LabResult) => void, fail: () => void): Promise<Worker> {
  const { default: url } = await import('#screens/lab/lab.worker.ts?worker&url')
  const worker = new Worker(scriptUrl(url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<LabResult>) => hear(data))
  worker.addEventListener('error', fail)
  return worker
}
