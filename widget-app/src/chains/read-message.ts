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

/** Bytes as hex, `0x` in front. */
export const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/**
 * Characters that reorder text or hide parts of it: bidirectional overrides and isolates, zero-width spaces, soft hyphens,
 * fillers and tags. Joiners and variation selectors are parts of emoji and scripts.
 */
const disguising =
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u206a-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u

/** What a text asks the user to agree to: a sign-in with the domain it names, or a plain message. */
export function readText(text: string): Fact {
  const inner = wrapped.exec(text)?.[1] ?? text
  const domain = signInPattern.exec(inner)?.[1]
  const isDisguised = disguising.test(inner)
  return domain === undefined
    ? { is: 'message', text: inner, isDisguised }
    : { is: 'sign-in', domain: domain.toLowerCase(), text: inner, isDisguised }
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
