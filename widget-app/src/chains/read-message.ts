import type { Fact } from './request-facts.ts'

/** `https://` is allowed before the domain (EIP-4361); the ecosystem is named after `your` (CAIP-122). */
const signInPattern =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S{1,255}) wants you to sign in with your [\w ]{1,32} account:/i

/** Letters that a person can read; tabs and line breaks are part of texts. */
const readable = /^[\t\n\r\x20-\x7e\u00a0-\u{10ffff}]*$/u

const wrapped = /^<Bytes>([\s\S]*)<\/Bytes>$/

const decoder = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes)
    return readable.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** What a text asks to agree to: a sign-in with the domain it names, or a plain message. */
export function readText(text: string): Fact {
  const inner = wrapped.exec(text)?.[1] ?? text
  const domain = signInPattern.exec(inner)?.[1]
  return domain === undefined
    ? { is: 'message', text: inner }
    : { is: 'sign-in', domain: domain.toLowerCase(), text: inner }
}

/**
 * What the bytes of a message say. Bytes that are no text are blind, 32 of them as a hash: whoever signs it agrees to
 * whatever it is the hash of.
 */
export function readMessage(bytes: Uint8Array): Fact {
  const text = textOf(bytes)
  if (text !== undefined) return readText(text)
  return { is: 'blind', why: bytes.length === 32 ? 'hash' : 'unreadable', bytes: hexOf(bytes) }
}
