import { type LabTerms, runLab } from '@btbc/contract/lab.ts'

/** The lab beside the page, so that a slider is never held up. */

addEventListener('message', ({ data }: MessageEvent<LabTerms>) => {
  postMessage(runLab(data))
})
