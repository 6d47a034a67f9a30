/** What a message says. The TEST tag is put before every one of them, whatever the language. */
export type MessageText = { subject: string; text: string }
