import type { TextDoubt } from './fact-kinds.ts'

/** The words of a sign-in (EIP-4361, CAIP-122) anywhere and with any space between them: services parse loosely. */
const signInWords = /\bwants\s+you\s+to\s+sign\s+in\s+with\s+your\b/i

/**
 * Texts whose signature is a key, in the words of those who derive keys so: zkSync Lite, Loopring, Immutable X, StarkEx,
 * Umbra, Railgun and others. No list of words is whole; `docs/security.md` says what remains.
 */
const keyWords = [
  /\bonly\s+sign\s+this\b/i,
  /\btrusted\s+client\b/i,
  /\baccess\s+(?:your\s+|my\s+)?[\w-]+(?:\s+[\w-]+)?\s+(?:account|exchange|wallet)\b/i,
  /\b(?:derive|generate|create|unlock|recover|link(?:ing)?|encrypt(?:ion)?|decrypt(?:ion)?|spending|viewing|private|stark|layer\s?2|l2)\b[^.\n]{0,60}\bkeys?\b/i,
  /\bkeys?\s+(?:derivation|linking|generation)\b/i,
]

/** What is doubtful about a message that is no sign-in by the form of its first line. */
export function messageDoubt(text: string): TextDoubt | undefined {
  if (signInWords.test(text)) return 'sign-in-imitation'
  return keyWords.some((words) => words.test(text)) ? 'key-message' : undefined
}

/** Whether a URI is on the domain that signs in, or on a host below it. */
function isOnDomain(uri: string, domain: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname } = new URL(uri)
  const host = domain.replace(/:\d+$/, '')
  return /^https?:$/.test(protocol) && (hostname === host || hostname.endsWith(`.${host}`))
}

/**
 * What is doubtful about a sign-in with `domain`: its subject (`URI:`) is somebody else, such as a key of a session, or its
 * resources hand out capabilities (ReCap, EIP-5573). A sign-in without a URI has no subject but its domain.
 */
export function signInDoubt(text: string, domain: string): TextDoubt | undefined {
  const subjects = [...text.matchAll(/^URI: *(.*)$/gm)].map(([, uri = '']) => uri.trim())
  const isForOther = subjects.some((uri) => !isOnDomain(uri, domain))
  return isForOther || /urn:recap:/i.test(text) ? 'sign-in-rights' : undefined
}
