/** Random text from an alphabet of at most 256 characters, each as likely as any other. */
export function drawText(
  random: (bytes: number) => Buffer,
  alphabet: string,
  length: number,
): string {
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < fair && text.length < length) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}

/** So many random digits, never with a zero in front: a client that reads them as a number would lose that. */
export function drawDigits(random: (bytes: number) => Buffer, length: number): string {
  return drawText(random, '123456789', 1) + drawText(random, '0123456789', length - 1)
}
