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

/** Browsers that forbid storage still get an app: it forgets when it is closed. */
const memory = new Map<StoredKey, string>()

export function stored(key: StoredKey): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return memory.get(key)
  }
}

export function store(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

export function forget(...keys: StoredKey[]): void {
  for (const key of keys) {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was stored.
    }
  }
}
