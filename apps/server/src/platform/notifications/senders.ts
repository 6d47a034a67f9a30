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
  /** So many leave at once. */
  places: number
  /** However slowly the other side answers, one try ends by itself. */
  tryMs: number
  /** Throws why it did not leave. */
  send(message: Outgoing, signal: AbortSignal): Promise<void>
  close(): void
}

export type Delivery = {
  mailUrl: string | undefined
  mailFrom: string
  smsUrl: string | undefined
}

/** As many connections as a mail server likes to have from one house. */
const MAIL_PLACES = 10
const TEXT_PLACES = 20
/** How long a mail server may say nothing. */
const SILENCE_MS_MAX = 8000
const TRY_MS = 20_000

/** One for each channel that really leaves the house; the others stay readable in the inbox. */
export function openSenders({ mailUrl, mailFrom, smsUrl }: Delivery): Sender[] {
  return [
    ...(mailUrl === undefined ? [] : [openMailSender(mailUrl, mailFrom)]),
    ...(smsUrl === undefined ? [] : [openTextSender(smsUrl)]),
  ]
}

/** For whoever starts a house on a public address, where no inbox shows what did not leave. */
export function noticesOfSilence({
  mailUrl,
  smsUrl,
  publicUrl,
}: Pick<Delivery, 'mailUrl' | 'smsUrl'> & { publicUrl: string | undefined }): string[] {
  if (publicUrl === undefined) return []
  return [
    ...(mailUrl === undefined
      ? [
          'Without MAIL_URL nobody reads a mail of this house: no code, no invitation of an operator, and nothing that calls operators.',
        ]
      : []),
    ...(smsUrl === undefined ? ['Without SMS_URL nobody reads a text message of this house.'] : []),
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
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const connections = { pool: true, maxConnections: MAIL_PLACES } as const
    return createTransport({ url, ...connections, ...silence }, { from })
  }
  let transport: ReturnType<typeof open> | undefined
  return {
    channel: 'mail',
    places: MAIL_PLACES,
    tryMs: TRY_MS,
    async send({ name, recipient, subject, text }, signal) {
      const messageId = `<${name}@${domainOf(from)}>`
      transport ??= open()
      await (await transport).sendMail({ to: recipient, subject, text, messageId, signal })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

function openTextSender(url: string): Sender {
  return {
    channel: 'sms',
    places: TEXT_PLACES,
    tryMs: TRY_MS,
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
