import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'

/** The text of SPEC §8. */
export const modalClosedText = 'Modal closed'

/** The user closed the modal while a request waited for it (SPEC §8). */
export const modalClosedError = () => new ProviderRpcError(providerCodes.userRejected, modalClosedText)

/** A method that is in no list of the policy table (SPEC §6). */
export const methodNotAllowedError = () =>
  new ProviderRpcError(providerCodes.unsupportedMethod, 'Requested RPC call is not allowed')
