import { scriptUrl } from '#shell/script-url.ts'

/** Web push in this browser. Its worker is a small one of its own, fetched when somebody wants it. */

const WORKER = '/push-worker.js'
/** No page is below it: the worker shows notices and does nothing else. */
const SCOPE = '/push/'

/** The person, or their browser, said no. */
export class NotAllowed extends Error {}

type Subscribed = {
  keys: { endpoint: string; p256dh: string; auth: string }
  end: () => Promise<void>
}

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The subscription of this browser, if it is one with this house as it is now. */
export async function findSubscription(publicKey: string): Promise<Subscribed | undefined> {
  if (!canPush()) return undefined
  const worker = await navigator.serviceWorker.getRegistration(SCOPE)
  const found = await worker?.pushManager.getSubscription()
  if (!found || textOf(found.options.applicationServerKey) !== publicKey) return undefined
  return describe(found)
}

export async function subscribe(publicKey: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const worker = await navigator.serviceWorker.register(scriptUrl(WORKER), { scope: SCOPE })
  // Of another house that stood at this address.
  if (!(await findSubscription(publicKey))) {
    await (await worker.pushManager.getSubscription())?.unsubscribe()
  }
  await untilActive(worker)
  const applicationServerKey = publicKey
  return describe(
    await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }),
  )
}

/** Only a worker that has started can subscribe. */
async function untilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const starting = registration.installing ?? registration.waiting
  if (registration.active || !starting) return
  await new Promise<void>((resolve) => {
    starting.addEventListener('statechange', () => {
      if (starting.state === 'activated' || starting.state === 'redundant') resolve()
    })
  })
}

function describe(found: PushSubscription): Subscribed {
  return {
    keys: {
      endpoint: found.endpoint,
      p256dh: textOf(found.getKey('p256dh')),
      auth: textOf(found.getKey('auth')),
    },
    end: async () => {
      await found.unsubscribe()
    },
  }
}

/** As keys are written in web push: base64url without padding. */
function textOf(bytes: ArrayBuffer | null): string {
  const characters = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) =>
    String.fromCodePoint(byte),
  )
  return btoa(characters.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
