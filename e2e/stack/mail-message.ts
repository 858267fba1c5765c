/** What a mail program displays of a message. */
export type MailMessage = { readonly subject: string; readonly text: string }

const utf8 = (binary: string): string => Buffer.from(binary, 'latin1').toString()
const decodeHex = (text: string): string =>
  text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Decodes the encoded words of a header (RFC 2047) in UTF-8. */
const decodeWords = (text: string): string =>
  text
    // Whitespace between two words is not a part of the text.
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : utf8(decodeHex(word.replaceAll('_', ' '))),
    )

function decodeBody(body: string, encoding: string): string {
  switch (encoding) {
    case 'quoted-printable':
      return utf8(decodeHex(body.replaceAll(/=\r?\n/g, '')))
    case 'base64':
      return Buffer.from(body, 'base64').toString()
    default:
      return body
  }
}

/** Parses a message of plain text, as the server sends it: one part, in UTF-8. */
export function parseMail(message: string): MailMessage {
  const [head = '', ...parts] = message.split(/\r?\n\r?\n/)
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ')
  const header = (name: string): string =>
    new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
  return {
    subject: decodeWords(header('subject')),
    text: decodeBody(parts.join('\n\n'), header('content-transfer-encoding').toLowerCase()).trim(),
  }
}
