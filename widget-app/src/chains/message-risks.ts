import type { MessageRisk } from './fact-kinds.ts'

/** The phrase of a sign-in (EIP-4361, CAIP-122), anywhere and with any white space: services parse loosely. */
const signInPhrase = /\bwants\s+you\s+to\s+sign\s+in\s+with\s+your\b/i

/**
 * Texts whose signature is a key, in the phrases of services that derive keys from it: zkSync Lite, Loopring, Immutable X,
 * StarkEx, Umbra, Railgun and others. No such list is complete; `docs/security.md` documents what remains.
 */
const keyPhrases = [
  /\bonly\s+sign\s+this\b/i,
  /\btrusted\s+client\b/i,
  /\baccess\s+(?:your\s+|my\s+)?[\w-]+(?:\s+[\w-]+)?\s+(?:account|exchange|wallet)\b/i,
  /\b(?:derive|generate|create|unlock|recover|link(?:ing)?|encrypt(?:ion)?|decrypt(?:ion)?|spending|viewing|private|stark|layer\s?2|l2)\b[^.\n]{0,60}\bkeys?\b/i,
  /\bkeys?\s+(?:derivation|linking|generation)\b/i,
]

const urls = /\bhttps?:\/\/\S+/gi

/** Bytes as numbers, in hex or decimal, with any separators between them. */
const listedBytes = /(?:(?:0x)?[\da-f]{1,3}[\s,:;]+){16,}[\da-f]{0,3}/gi

/** Characters of hex, base58, base64 and base64url without a break. */
const longRuns = /[\w+/-]{32,}={0,2}/g

/** A word of a language, or several separated by `-`, `_` or `/`. */
const isWord = (run: string): boolean =>
  run.split(/[-_/]/).every((part) => /^(?:[A-Za-z]?[a-z]{0,45}|[A-Z]{1,20})$/.test(part))

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const ethereumAddress = /^0x[\da-f]{40}$/i

/** A labelled nonce of at most 64 digits or letters. */
const nonce = /\b(?:nonce|challenge)\b["' ]{0,2}[:=]?\s{0,2}["']?(?:0x)?[\w+/-]{1,64}={0,2}(?![\w+/-])/i
/** An account of Solana or Polkadot in base58. */
const account = /(?<![\w+/-])[1-9A-HJ-NP-Za-km-z]{32,48}(?![\w+/=-])/

const hasWords = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= 12
/** Characters; white space between others counts as one. */
const lengthOf = (text: string): number => text.trim().replace(/\s+/g, ' ').length

/**
 * Whether more than half of a text's characters are an encoding of bytes. Services have orders and claims signed in such a
 * form, whose bytes a user cannot read. URLs, addresses and UUIDs do not count, nor do one nonce and one account of a text
 * with words.
 */
function isEncoded(text: string): boolean {
  const whole = text.replace(urls, ' ')
  const plain = whole.replace(nonce, ' ').replace(account, ' ')
  const rest = hasWords(plain.replace(longRuns, ' ')) ? plain : whole
  const lists = rest.match(listedBytes) ?? []
  const runs = (rest.replace(listedBytes, ' ').match(longRuns) ?? []).filter(
    (run) => !isWord(run) && !uuid.test(run) && !ethereumAddress.test(run),
  )
  const encoded = [...lists, ...runs].reduce((sum, one) => sum + lengthOf(one), 0)
  return encoded * 2 > lengthOf(text)
}

/** The most severe risk of a message whose first line is not that of a sign-in. */
export function messageRisk(text: string): MessageRisk | undefined {
  if (signInPhrase.test(text)) return 'sign-in-imitation'
  if (isEncoded(text)) return 'encoded'
  return keyPhrases.some((phrase) => phrase.test(text)) ? 'key-message' : undefined
}

/** Whether a URI is on the domain of the sign-in, or on a subdomain. */
function isOnDomain(uri: string, domain: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname } = new URL(uri)
  const host = domain.replace(/:\d+$/, '')
  return /^https?:$/.test(protocol) && (hostname === host || hostname.endsWith(`.${host}`))
}

/**
 * The risk of a sign-in with `domain`: it contains the phrase of a second sign-in, its subject (`URI:`) is another party,
 * such as a session key, or its resources grant capabilities (ReCap, EIP-5573). Without a URI the domain is the only
 * subject.
 */
export function signInMessageRisk(text: string, domain: string): MessageRisk | undefined {
  if (signInPhrase.test(text.replace(signInPhrase, ' '))) return 'sign-in-imitation'
  const subjects = [...text.matchAll(/^URI: *(.*)$/gm)].map(([, uri = '']) => uri.trim())
  const isForOther = subjects.some((uri) => !isOnDomain(uri, domain))
  return isForOther || /urn:recap:/i.test(text) ? 'sign-in-rights' : undefined
}
