import { scriptUrl } from '#shell/script-url.ts'

/** Registers the service worker (built apps only) and tells when a new version waits. */
export async function watchForUpdates(onReady: (reload: () => void) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox(scriptUrl('/sw.js'))
  worker.addEventListener('waiting', () => {
    onReady(() => {
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    })
  })
  // A worker that cannot be registered costs the offline shell, nothing else.
  await worker.register().catch(() => undefined)
}
