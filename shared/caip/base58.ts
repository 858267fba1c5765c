import { base58 } from '@scure/base'

/** Maximum length that is decoded, in characters: a Solana transaction of 1,232 bytes. */
const maxTextLength = 1_700

/** Encodes bytes as base58 (Bitcoin's alphabet), as Solana and SS58 do. */
export const encodeBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/** Decodes base58; undefined if the text is not base58, or longer than a Solana transaction. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > maxTextLength) return undefined
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
