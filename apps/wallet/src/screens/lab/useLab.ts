import type { LabTerms, runLab } from '@btbc/contract/lab.ts'
import { useEffect, useRef, useState } from 'react'

import { scriptUrl } from '#shell/script-url.ts'

type LabResult = ReturnType<typeof runLab>

/** What these terms lead to, once the worker has lived through them; until then what was asked before. */
export function useLab(terms: LabTerms): LabResult | undefined {
  const [result, setResult] = useState<LabResult>()
  const worker = useRef<Promise<Worker>>(undefined)
  useEffect(() => {
    const starting = startWorker(setResult)
    worker.current = starting
    return () => void starting.then((started) => started.terminate())
  }, [])
  useEffect(() => void worker.current?.then((started) => started.postMessage(terms, [])), [terms])
  return result
}

async function startWorker(hear: (result: LabResult) => void): Promise<Worker> {
  const { default: url } = await import('#screens/lab/lab.worker.ts?worker&url')
  const worker = new Worker(scriptUrl(url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<LabResult>) => hear(data))
  return worker
}
