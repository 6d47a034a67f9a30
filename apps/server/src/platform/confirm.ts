/**
 * Asks for the proof that the contract says the call needs, when all else is fine: none is used up in
 * vain. What a use case reads in its own way, such as a phone number, it gives as it was read.
 */
export type Confirm = (read?: Readonly<Record<string, string>>) => Promise<void>
