import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { encodeError, linkError } from '#shared/errors/wire-error.ts'
import * as z from '#shared/zod.ts'

/** Codes of the WalletConnect error table, grouped by the EIP-1193 code that means the same. */
const rejected: readonly number[] = [5000, 5002]
const unauthorisedMethod: readonly number[] = [3001, 5101]
const unauthorisedChain: readonly number[] = [3005, 5100]
const rejectedPattern = /reject|declin|denied|cancell?ed/i
/** Codes from 6000 to 6999 end a session; from 7000 on the session is unknown. */
const isGone = (code: number): boolean => code >= 6000 && code < 8000

const unpublishedPattern = /failed to publish/i
/** The SDK's own texts only; wallets report other things that expire. */
const expiredPattern = /^(?:request|proposal) expired/i
const noSessionPattern =
  /no matching (?:key|topic)|session topic doesn't exist|session or pairing topic not found/i
const wrongChainPattern = /request\(\) chainId|missing or invalid.*chain/i

/**
 * Converts the error of a session request into EIP-1193's codes: 4001 rejected, 4200 unknown method, 4901 chain not
 * approved, 4900 session ended. `data.reason` is `expired` if the wallet did not respond within its 5 minutes, and
 * `unknown-outcome` if the relay was unreachable for so long that it is unknown whether the wallet received the request.
 */
export function requestError(thrown: unknown, method: string): ProviderRpcError {
  const { code, message, data } = encodeError(thrown)
  if (unpublishedPattern.test(message))
    return linkError(providerCodes.disconnected, 'The relay could not be reached', 'unknown-outcome')
  if (code === 8000 || expiredPattern.test(message))
    return linkError(providerCodes.server, 'The request expired', 'expired')
  if (noSessionPattern.test(message) || isGone(code))
    return new ProviderRpcError(providerCodes.disconnected, texts.noSession)
  // Some wallets return 5000 for an unknown chain, too (SPEC §8).
  const isUnknownChain = method === 'wallet_switchEthereumChain' && !rejectedPattern.test(message)
  if (rejected.includes(code))
    return isUnknownChain
      ? new ProviderRpcError(providerCodes.unrecognisedChain, message, { walletMessage: message })
      : new ProviderRpcError(providerCodes.userRejected, 'User rejected the request', {
          walletMessage: message,
        })
  if (unauthorisedMethod.includes(code)) return new ProviderRpcError(providerCodes.unsupportedMethod, message)
  if (unauthorisedChain.includes(code) || wrongChainPattern.test(message))
    return new ProviderRpcError(providerCodes.chainDisconnected, message)
  return new ProviderRpcError(code, message, data)
}

const codedSchema = () => z.object({ code: z.int() })

/** Converts the error of a proposal: rejected (4001), expired, or nothing that the wallet supports. */
export function proposalError(thrown: unknown): Error {
  const { code, message } = encodeError(thrown)
  const isCoded = codedSchema().safeParse(thrown).success
  if (expiredPattern.test(message)) return new WidgetError('pairing/expired', 'The proposal has expired')
  if (isCoded && code >= 5100 && code < 5200)
    return new WidgetError('pairing/nothing-approved', texts.chainNotSupported, { data: { message } })
  if ((isCoded && code >= 5000 && code < 5100) || code === providerCodes.userRejected)
    return new ProviderRpcError(providerCodes.userRejected, 'User rejected the request', {
      walletMessage: message,
    })
  return thrown instanceof Error ? thrown : new ProviderRpcError(code, message)
}

/** Texts with which a relay closes a connection for good, each with its alert (SPEC §8). */
const relayRefusals = [
  [/origin not allowed/i, 'APKT002'],
  [/jwt.*not yet valid/i, 'APKT006'],
  [/invalid key/i, 'APKT007'],
] as const

/** The relay's refusal; `undefined` if the error is only a connection error. */
export function relayRefusal(message: string): WidgetError | undefined {
  const match = relayRefusals.find(([pattern]) => pattern.test(message))
  return match && new WidgetError(match[1], message)
}
