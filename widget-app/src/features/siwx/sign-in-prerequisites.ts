import type { AccountId } from '#shared/caip/account-id.ts'
import type { Network } from '#shared/config/network.ts'
import type { SiwxConfig } from '#shared/config/siwx-config.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'

/** The prerequisites of a sign-in (SPEC §5), as far as they exist. */
export type SignInPrerequisites = {
  readonly config: SiwxConfig | undefined
  readonly account: AccountId | undefined
  /** The active network, if it is configured. */
  readonly network: Network | undefined
  /** The chain adapter of that namespace. */
  readonly client: Pick<ChainAdapter, 'signIn' | 'decodeText' | 'verifyMessage'> | undefined
}

/** The prerequisites, complete. */
export type ReadyToSignIn = {
  readonly config: SiwxConfig
  readonly account: AccountId
  readonly network: Network
  readonly signIn: NonNullable<ChainAdapter['signIn']>
  readonly readText: NonNullable<ChainAdapter['decodeText']>
  readonly verifyMessage: NonNullable<ChainAdapter['verifyMessage']>
}

/**
 * Checks the prerequisites in the order of SPEC §5.
 * @throws WidgetError `siwx/not-enabled`, `siwx/no-address`, `siwx/no-network`, `siwx/no-client`, with the specified texts.
 */
export function requireSignIn({ config, account, network, client }: SignInPrerequisites): ReadyToSignIn {
  if (!config) throw new WidgetError('siwx/not-enabled', texts.siwxNotEnabled)
  if (!account) throw new WidgetError('siwx/no-address', texts.noActiveAddress)
  if (!network) throw new WidgetError('siwx/no-network', texts.noActiveNetwork)
  const { signIn, decodeText, verifyMessage } = client ?? {}
  if (!signIn || !decodeText || !verifyMessage)
    throw new WidgetError('siwx/no-client', texts.noConnectionClient)
  return { config, account, network, signIn, readText: decodeText, verifyMessage }
}
