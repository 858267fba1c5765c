import { type SignInMessage, signInMessageSchema } from '../channel/records/sign-in-session.ts'
import { parseWire } from '../wire-schema.ts'
import { signInText } from './format-message.ts'
import { signInFormatNamed } from './sign-in-formats.ts'

const firstLine = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your (.+) account:$/i

/** The labelled lines, in the order of every format. */
const labels = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

/** The domain of a sign-in text, valid or not after its first line; undefined for another text. */
export function signInDomain(text: string): string | undefined {
  const [head = ''] = text.trimStart().split(/\r?\n/, 1)
  return firstLine.exec(head.trim())?.[1]
}

function readLines(text: string): unknown {
  const [head = '', accountAddress, blank, ...rest] = text.split('\n')
  const [, domain, account = ''] = firstLine.exec(head) ?? []
  const format = signInFormatNamed(account)
  if (!domain || !format || blank !== '') return undefined
  const fields: Record<string, unknown> = { domain, accountAddress }
  if (rest[0] === '') rest.shift()
  else if (rest[1] === '') {
    fields.statement = rest.shift()
    rest.shift()
  }
  for (const [field, label] of labels) {
    const line = rest[0]
    if (!line?.startsWith(`${label}: `)) continue
    const value = line.slice(label.length + 2)
    fields[field] = field === 'chainId' ? format.readChain(value) : value
    rest.shift()
  }
  if (rest.shift() === 'Resources:') fields.resources = rest.map((line) => line.replace(/^- /, ''))
  return fields
}

/**
 * Parses a sign-in text of any ecosystem; undefined unless formatting the result returns the same text (except for an
 * EIP-4361 scheme before the domain), so that no part of it is ignored.
 */
export function parseSignInText(text: string): SignInMessage | undefined {
  try {
    const parsed = parseWire(signInMessageSchema, readLines(text))
    if (!parsed.success) return undefined
    const plain = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    return signInText(parsed.data) === plain ? parsed.data : undefined
  } catch {
    // An invalid chain id, or fields that are invalid in every format.
    return undefined
  }
}
