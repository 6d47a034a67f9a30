import { createTransport } from 'nodemailer'

/** How messages leave the house: mail over SMTP, text messages by an HTTP gateway; web push is in push/. */

export type Outgoing = {
  /** The same each time it is tried, so that the other side can tell a second one from a first. */
  name: string
  recipient: string
  subject: string
  text: string
  link: string | null
}

export type Sender = {
  channel: 'mail' | 'sms' | 'push'
  /** Throws why it did not leave. */
  send(message: Outgoing, signal: AbortSignal): Promise<void>
  close(): void
}

export type Delivery = {
  mailUrl: string | undefined
  mailFrom: string
  smsUrl: string | undefined
}

/** So many leave at once. */
export const AT_ONCE = 10
/** How long a mail server may say nothing. */
const SILENCE_MS_MAX = 8000

/** One for each channel that really leaves the house; the others stay readable in the inbox. */
export function openSenders({ mailUrl, mailFrom, smsUrl }: Delivery): Sender[] {
  return [
    ...(mailUrl === undefined ? [] : [openMailSender(mailUrl, mailFrom)]),
    ...(smsUrl === undefined ? [] : [openTextSender(smsUrl)]),
  ]
}

/** The connections stay open from one message to the next. */
function openMailSender(url: string, from: string): Sender {
  const silence = {
    dnsTimeout: SILENCE_MS_MAX,
    connectionTimeout: SILENCE_MS_MAX,
    greetingTimeout: SILENCE_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
  }
  const transport = createTransport(
    { url, pool: true, maxConnections: AT_ONCE, ...silence },
    { from },
  )
  return {
    channel: 'mail',
    async send({ name, recipient, subject, text }, signal) {
      const messageId = `<${name}@${domainOf(from)}>`
      await transport.sendMail({ to: recipient, subject, text, messageId, signal })
    },
    close: () => transport.close(),
  }
}

function openTextSender(url: string): Sender {
  return {
    channel: 'sms',
    async send({ name, recipient, text }, signal) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': name },
        body: JSON.stringify({ to: recipient, text }),
        signal,
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the gateway of text messages answered ${answer.status}`)
    },
    close: () => undefined,
  }
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'btbc.test'
}
