import * as z from 'zod/mini'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { encodeError, linkError } from '#shared/errors/wire-error.ts'

/** Codes of the WalletConnect error table, and how EIP-1193 calls the same. */
const rejected: readonly number[] = [5000, 5002]
const unauthorisedMethod: readonly number[] = [3001, 5101]
const unauthorisedChain: readonly number[] = [3005, 5100]
const refusedWords = /reject|declin|denied|cancell?ed/i
/** From here to 6999 sessions end, and from 7000 on they are not known. */
const isGone = (code: number): boolean => code >= 6000 && code < 8000

const unpublishedWords = /failed to publish/i
/** The SDK's own words; wallets speak of other things that expire. */
const expiredWords = /^(?:request|proposal) expired/i
const noSessionWords =
  /no matching (?:key|topic)|session topic doesn't exist|session or pairing topic not found/i
const wrongChainWords = /request\(\) chainId|missing or invalid.*chain/i

/**
 * Reads what a request through a session ended with, in EIP-1193's terms: 4001 a refusal, 4200 an unknown method, 4901 a
 * chain that was not approved, 4900 a session that is over. `data.reason` is `expired` when the wallet did not answer in
 * its 5 minutes, `unknown-outcome` when the relay was away for so long that nobody knows whether the wallet was asked.
 */
export function requestError(thrown: unknown, method: string): ProviderRpcError {
  const { code, message, data } = encodeError(thrown)
  if (unpublishedWords.test(message))
    return linkError(providerCodes.disconnected, 'The relay could not be reached', 'unknown-outcome')
  if (code === 8000 || expiredWords.test(message))
    return linkError(providerCodes.server, 'The request expired', 'expired')
  if (noSessionWords.test(message) || isGone(code))
    return new ProviderRpcError(providerCodes.disconnected, texts.noSession)
  // Some wallets say 5000 for an unknown chain, too (SPEC §8).
  const isVague = method === 'wallet_switchEthereumChain' && !refusedWords.test(message)
  if (rejected.includes(code))
    return isVague
      ? new ProviderRpcError(providerCodes.unrecognisedChain, message, { walletMessage: message })
      : new ProviderRpcError(providerCodes.userRejected, 'User rejected the request', {
          walletMessage: message,
        })
  if (unauthorisedMethod.includes(code)) return new ProviderRpcError(providerCodes.unsupportedMethod, message)
  if (unauthorisedChain.includes(code) || wrongChainWords.test(message))
    return new ProviderRpcError(providerCodes.chainDisconnected, message)
  return new ProviderRpcError(code, message, data)
}

const coded = () => z.object({ code: z.int() })

/** Reads how a proposal ended: declined (4001), expired, or with nothing that the wallet knows. */
export function proposalError(thrown: unknown): Error {
  const { code, message } = encodeError(thrown)
  const isCoded = coded().safeParse(thrown).success
  if (expiredWords.test(message)) return new WidgetError('pairing/expired', 'The proposal has expired')
  if (isCoded && code >= 5100 && code < 5200)
    return new WidgetError('pairing/nothing-approved', texts.chainNotSupported, { data: { message } })
  if ((isCoded && code >= 5000 && code < 5100) || code === providerCodes.userRejected)
    return new ProviderRpcError(providerCodes.userRejected, 'User rejected the request', {
      walletMessage: message,
    })
  return thrown instanceof Error ? thrown : new ProviderRpcError(code, message)
}

/** Texts with which a relay closes a connection for good, and the alert each stands for (SPEC §8). */
const relayRefusals = [
  [/origin not allowed/i, 'APKT002'],
  [/jwt.*not yet valid/i, 'APKT006'],
  [/invalid key/i, 'APKT007'],
] as const

/** What the relay has against us, or nothing when an error is only one of the connection. */
export function relayRefusal(message: string): WidgetError | undefined {
  const found = relayRefusals.find(([words]) => words.test(message))
  return found && new WidgetError(found[1], message)
}
