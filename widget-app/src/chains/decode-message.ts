import { messageRisk, signInMessageRisk } from './message-risks.ts'
import type { Fact } from './request-facts.ts'

/** `https://` is allowed before the domain (EIP-4361); the ecosystem's name follows `your` (CAIP-122). */
const signInPattern =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S{1,255}) wants you to sign in with your [\w ]{1,32} account:/i

/** Printable characters; tabs and line breaks are part of texts. */
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

/** Bytes as hex with the prefix `0x`. */
export const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/**
 * Characters that reorder text or hide parts of it: bidirectional overrides and isolates, zero-width spaces, soft hyphens,
 * fillers, blanks, annotations and tags. Joiners and variation selectors are parts of emoji and scripts.
 */
const hidingCharacters =
  /\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u202a-\u202e\u2060-\u2069\u206a-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/u

/** Direction marks are part of texts in right-to-left scripts: such text is reordered without them too. */
const directionMarks = /[\u061c\u200e\u200f]/
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const hasHidingCharacters = (text: string): boolean =>
  hidingCharacters.test(text) || (directionMarks.test(text) && !rightToLeft.test(text))

/** A text of 64 hex digits counts as a hash: contracts verify signatures of both forms. */
const hashText = /^\s*(?:0x)?[\da-f]{64}\s*$/i

/**
 * What a text means for the user who signs it: a sign-in with the domain it names, a hash, or a plain message with its risk.
 */
export function decodeUtf8Text(text: string): Fact {
  const inner = wrapped.exec(text)?.[1] ?? text
  if (hashText.test(inner)) return { is: 'blind', why: 'hash', bytes: inner.trim() }
  const domain = signInPattern.exec(inner)?.[1]?.toLowerCase()
  const isDisguised = hasHidingCharacters(inner)
  const risk = domain === undefined ? messageRisk(inner) : signInMessageRisk(inner, domain)
  const content = { text: inner, isDisguised, ...(risk === undefined ? {} : { doubt: risk }) }
  return domain === undefined ? { is: 'message', ...content } : { is: 'sign-in', domain, ...content }
}

/**
 * Decodes the bytes of a message. Bytes that are not text are a blind signature, 32 of them a hash: the signer accepts
 * whatever has that hash.
 */
export function decodeMessage(bytes: Uint8Array): Fact {
  const text = textOf(bytes)
  if (text !== undefined) return decodeUtf8Text(text)
  return { is: 'blind', why: bytes.length === 32 ? 'hash' : 'unreadable', bytes: hexOf(bytes) }
}
