import { parseChainId } from '../../../../shared/caip/chain-id.ts'
import type { SignInMessage } from '../../../../shared/channel/records/sign-in-session.ts'
import { signInText } from '../../../../shared/siwx/format-message.ts'
import { parseSignInText } from '../../../../shared/siwx/parse-message.ts'
import { isWithinValidity } from '../../../../shared/siwx/validity.ts'
import type { FarcasterRequest } from '../../ports/farcaster.ts'

/** OP Mainnet, which has Farcaster's registries. */
export const farcasterChain = parseChainId('eip155:10')
const statement = 'Farcaster Auth'

/** The member of a message that is not as requested; `text`: it is not a message of EIP-4361, or not in its exact form. */
export type MessageProblem =
  | 'text'
  | 'domain'
  | 'uri'
  | 'nonce'
  | 'chain'
  | 'statement'
  | 'account'
  | 'expired'
  | 'not-yet-valid'

export type FarcasterMessage =
  | { readonly is: 'valid'; readonly address: string; readonly fid: number }
  | { readonly is: 'invalid'; readonly problem: MessageProblem }

/** The account that a message is for; undefined unless it names exactly one. */
function fidOf({ resources = [] }: SignInMessage): number | undefined {
  const [named, ...others] = resources.filter((resource) => /^farcaster:/i.test(resource))
  const [, digits] = /^farcaster:\/\/fid\/([1-9]\d{0,15})$/.exec(named ?? '') ?? []
  const fid = Number(digits)
  return others.length === 0 && Number.isSafeInteger(fid) ? fid : undefined
}

function problemOf(
  message: SignInMessage,
  requested: Omit<FarcasterRequest, 'expirationTime'>,
  nowMs: number,
): MessageProblem | undefined {
  if (message.domain !== requested.domain) return 'domain'
  if (message.uri !== requested.uri) return 'uri'
  if (message.nonce !== requested.nonce) return 'nonce'
  if (message.chainId !== farcasterChain) return 'chain'
  if (message.statement !== statement) return 'statement'
  if (isWithinValidity(message, nowMs)) return undefined
  return isWithinValidity({ ...message, notBefore: undefined }, nowMs) ? 'not-yet-valid' : 'expired'
}

/**
 * Validates the text that a phone claims to have signed (FIP-11), before its signature is verified: it is an EIP-4361 message
 * of which every character is accounted for, with the requested domain, URI and nonce, for one Farcaster account.
 */
export function readFarcasterMessage(
  text: string,
  requested: Omit<FarcasterRequest, 'expirationTime'>,
  nowMs: number,
): FarcasterMessage {
  const message = parseSignInText(text)
  // The parser accepts a scheme before the domain, which no Farcaster app writes.
  if (message === undefined || signInText(message) !== text) return { is: 'invalid', problem: 'text' }
  const problem = problemOf(message, requested, nowMs)
  if (problem !== undefined) return { is: 'invalid', problem }
  const fid = fidOf(message)
  if (fid === undefined) return { is: 'invalid', problem: 'account' }
  return { is: 'valid', address: message.accountAddress, fid }
}
