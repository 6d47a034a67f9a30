/** Where a message can be sent to: a mail address in lower case, or a phone as +8613800000000. */
export type Address = { channel: 'mail' | 'sms'; target: string }
