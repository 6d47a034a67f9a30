/** What the browser keeps for us, under the names the product has always used. */
export type StoredKey =
  /** The session. */
  | 'token'
  | 'user_id'
  | 'accountNum'
  /** The member's own invite code. */
  | 'extension_code'
  /** '1' for a seller. */
  | 'is_seller'
  /** Language as the calls name it; both hold the same. */
  | 'lang'
  | 'locale'
  /** The invite code of the link that was followed here. */
  | 'code'
  /** Whom that link was followed by; a number drawn here, known to nobody else. */
  | 'visitor'
  /** 'night' or 'day' once chosen. */
  | 'mode'
  /** 'red' where gains are red, as in East Asia. */
  | 'gains'
  /** 'left' where the order ticket stands on the right. */
  | 'hand'
  /** 'off' where the phone must not vibrate. */
  | 'haptics'
  /** 'yes' while amounts of the wallet are covered. */
  | 'amounts_hidden'
  /** The id of the test chain that was understood to be one. */
  | 'test_network'
  /** The last answers to a few reads, with their times. */
  | 'last_seen'
  | 'currentCurrency'
  | 'currentCurrencyID'

/** What a browser has that forbids storage: all is forgotten when the app is closed. */
class Memory extends Map<string, string> {
  getItem = (key: string) => this.get(key)
  setItem = (key: string, value: string) => this.set(key, value)
  removeItem = (key: string) => this.delete(key)
}

/** To touch it at all is what a browser may forbid; some have none. */
function storageOf(name: 'localStorage' | 'sessionStorage') {
  try {
    return globalThis[name] ?? new Memory()
  } catch {
    return new Memory()
  }
}

const device = storageOf('localStorage')

/** Whether a page that is loaded anew knows nothing of what was stored. */
export const isForgetful = device instanceof Memory

/** What is kept for as long as the tab lives. */
export const tab = storageOf('sessionStorage')

export function stored(key: StoredKey): string | undefined {
  return device.getItem(key) ?? undefined
}

export function store(key: StoredKey, value: string): void {
  keep(device, key, value)
}

export function storeInTab(key: string, value: string): void {
  keep(tab, key, value)
}

function keep(where: typeof device, key: string, value: string): void {
  try {
    where.setItem(key, value)
  } catch {
    // There is no room.
  }
}

export function forget(...keys: StoredKey[]): void {
  for (const key of keys) device.removeItem(key)
}
