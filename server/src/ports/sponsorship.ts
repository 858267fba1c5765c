/** What a bundler or a paymaster service responds to a call of JSON-RPC. */
export type ServiceResponse =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

/**
 * Sends one call. Messages of errors contain no part of the service's URL.
 * @throws VendorError
 */
export type CallService = (
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
) => Promise<ServiceResponse>

/** A network on which the operator pays the fees of embedded wallets. */
export type SponsoredNetwork = {
  /** CAIP-2. */
  readonly chainId: string
  /** Executes user operations (ERC-4337). */
  readonly bundler: CallService
  /** Decides for which it pays (ERC-7677); it may be the same service. */
  readonly paymaster: CallService
  /** What the paymaster service needs to know of the operator, such as a policy; from the configuration only. */
  readonly paymasterContext: Readonly<Record<string, unknown>>
  /** Operations of all users in 24 hours. */
  readonly operationsPerDay: number
}

/** Networks and limits of sponsorship. */
export type Sponsorship = {
  readonly networks: readonly SponsoredNetwork[]
  /** Operations of one user in 24 hours, on all networks. */
  readonly operationsPerUserPerDay: number
}
