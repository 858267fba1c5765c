import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { type ErrorDetails, errorDetails } from '#widget/lib/error-details.ts'

/** Why the wallet is not on the network, as far as it changes the user's next step. */
export type SwitchFailure =
  | { readonly is: 'rejected' }
  /** The wallet still shows an earlier request (EIP-1474 −32002). */
  | { readonly is: 'pending' }
  /** The wallet neither has nor adds the network. */
  | { readonly is: 'notSupported'; readonly details: ErrorDetails }
  | { readonly is: 'failed'; readonly details: ErrorDetails }

/** Converts an error of the network switch to a failure. */
export function readSwitchFailure(thrown: unknown): SwitchFailure {
  if (isProviderRpcError(thrown, providerCodes.userRejected)) return { is: 'rejected' }
  if (isProviderRpcError(thrown, providerCodes.requestPending)) return { is: 'pending' }
  if (isWidgetError(thrown, 'chain/not-supported-by-wallet') || isWidgetError(thrown, 'chain/unsupported'))
    return { is: 'notSupported', details: errorDetails(thrown) }
  return { is: 'failed', details: errorDetails(thrown) }
}
