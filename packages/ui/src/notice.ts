/** Short messages that come and go. What is said before the region is there waits for it. */

export type Notice = { text: string; tone: 'plain' | 'warn' | 'bad'; ms: number }

const NOTICE_MS = 3000
const waiting: Notice[] = []
let listener: ((notice: Notice) => void) | undefined

export function notify(text: string, options: Partial<Omit<Notice, 'text'>> = {}): void {
  const notice = { text, tone: 'plain' as const, ms: NOTICE_MS, ...options }
  if (listener) listener(notice)
  else waiting.push(notice)
}

/** The one region that shows them; answers how to stop. */
export function onNotice(show: (notice: Notice) => void): () => void {
  listener = show
  for (const notice of waiting.splice(0)) show(notice)
  return () => {
    if (listener === show) listener = undefined
  }
}
