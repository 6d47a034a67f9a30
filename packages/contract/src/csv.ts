/** Rows as a spreadsheet reads them, by RFC 4180: CRLF, quotes around what needs them, doubled inside. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

function field(text: string): string {
  // A spreadsheet would run what begins like a formula, some also in full width; a number is none.
  const isNumber = /^-\d+(\.\d+)?$/.test(text)
  const plain = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !isNumber ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
