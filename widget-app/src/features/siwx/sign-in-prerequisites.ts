import type { AccountId } from '#shared/caip/account-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { SiwxConfig } from '#shared/config/siwx-config.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'

/** What signing in takes (SPEC §5). */
export type SignInFacts = {
  readonly wish: SiwxConfig | undefined
  readonly account: AccountId | undefined
  /** The network in use, if it is one of the site's. */
  readonly network: Network | undefined
  /** What asks wallets of that namespace. */
  readonly client: Pick<ChainAdapter, 'signIn' | 'readText' | 'verifyMessage'> | undefined
}

/** The same with nothing missing. */
export type ReadyToSignIn = {
  readonly wish: SiwxConfig
  readonly account: AccountId
  readonly network: Network
  readonly signIn: NonNullable<ChainAdapter['signIn']>
  readonly readText: NonNullable<ChainAdapter['readText']>
  readonly verifyMessage: NonNullable<ChainAdapter['verifyMessage']>
}

/**
 * What signing in takes, in the order of SPEC §5.
 * @throws WidgetError `siwx/not-enabled`, `siwx/no-address`, `siwx/no-network`, `siwx/no-client`, with the spec's texts.
 */
export function requireSignIn({ wish, account, network, client }: SignInFacts): ReadyToSignIn {
  if (!wish) throw new WidgetError('siwx/not-enabled', texts.siwxNotEnabled)
  if (!account) throw new WidgetError('siwx/no-address', texts.noActiveAddress)
  if (!network) throw new WidgetError('siwx/no-network', texts.noActiveNetwork)
  const { signIn, readText, verifyMessage } = client ?? {}
  if (!signIn || !readText || !verifyMessage)
    throw new WidgetError('siwx/no-client', texts.noConnectionClient)
  return { wish, account, network, signIn, readText, verifyMessage }
}
