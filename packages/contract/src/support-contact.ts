/** Whom members may write to: the channels there are, and what the address of each follows from. */

export const channels = ['telegram', 'whatsapp', 'mail'] as const
export type Channel = (typeof channels)[number]

export const CONTACT_TEXT_MAX = 60

const numbers: Readonly<Record<Channel, RegExp>> = {
  telegram: /^@[A-Za-z]\w{4,31}$/,
  whatsapp: /^\+[1-9]\d{6,14}$/,
  mail: /^[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{2,63})+$/,
}

/** The address that a contact opens. It is never typed, so it leads where the number says. */
export function contactUrl(channel: Channel, number: string): string | undefined {
  if (!numbers[channel].test(number)) return undefined
  if (channel === 'mail') return `mailto:${number}`
  const name = number.slice(1)
  return channel === 'telegram' ? `https://t.me/${name}` : `https://wa.me/${name}`
}
