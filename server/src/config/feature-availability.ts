import { isPublicRelay } from '../../../shared/config/public-relay.ts'
import { remoteFeatures } from '../../../shared/config/remote-features.ts'
import type { Config } from './config-schema.ts'
import { configuredSocials } from './configured-socials.ts'

/** Whether a feature is available in this deployment, and if not, why. */
export type FeatureAvailability = {
  readonly feature: string
  /** Its id in `/appkit/v1/config`, where a project can switch it off. */
  readonly remoteId?: string
} & (
  | {
      readonly isOn: true
      /** Adapters of the feature, in the order in which they are called; absent without a choice. */
      readonly sources?: readonly string[]
    }
  | { readonly isOn: false; readonly reason: string }
)

/** Configured history sources, in the order in which they are called: of two for one network the first is used. */
const historySources = ({ otterscan, blockscout, etherscan }: Config['history']): readonly string[] => [
  ...(otterscan.chainIds.length > 0 ? ['otterscan'] : []),
  ...(blockscout.explorers.length > 0 ? ['blockscout'] : []),
  ...(etherscan !== undefined && etherscan.chainIds.length > 0 ? ['etherscan'] : []),
]

/** Configured swap sources; Jupiter serves Solana, which no other does. */
const swapSources = ({ order, uniswapV2, oneInch, jupiter }: Config['swaps']): readonly string[] => [
  ...[...new Set([...order, 'uniswapV2' as const, 'oneInch' as const])].filter((source) =>
    source === 'uniswapV2' ? uniswapV2.length > 0 : oneInch !== undefined,
  ),
  ...(jupiter === undefined ? [] : ['jupiter']),
]

/** The adapters of features with a choice, by the name of the feature. */
const sourcesOf = ({
  prices,
  history,
  swaps,
  embeddedWallet,
}: Config): ReadonlyMap<string, readonly string[]> =>
  new Map([
    ['Social logins', configuredSocials({ embeddedWallet })],
    ['Sponsored fees', (embeddedWallet.sponsorship?.networks ?? []).map(({ chainId }) => chainId)],
    ['Prices', prices.order.filter((source) => prices[source].isEnabled)],
    ['Activity', historySources(history)],
    ['Swaps', swapSources(swaps)],
  ])

/** Why each feature is off; undefined if it is on. */
function reasonsOf(
  config: Config,
): readonly (readonly [feature: string, reason: string | undefined | false, remoteId?: string])[] {
  const { walletConnect, swaps, onramp, history, prices } = config
  // A feature that needs a vendor without an adapter is off: this version has settings for vendors that no adapter calls.
  const hasSwaps = swaps.uniswapV2.length > 0 || swaps.oneInch || swaps.jupiter
  const hasHistory = historySources(history).length > 0
  return [
    [
      'WalletConnect',
      walletConnect.relayUrl === 'none'
        ? "walletConnect.relayUrl is 'none'"
        : isPublicRelay(walletConnect.relayUrl) &&
          walletConnect.projectId === undefined &&
          'the public relay needs walletConnect.projectId',
    ],
    ['E-mail addresses', !config.mail && 'mail.smtpUrl and mail.from are not set', 'email_capture'],
    [
      'Prices',
      !prices.chainlink.isEnabled &&
        !prices.defillama.isEnabled &&
        'prices.chainlink and prices.defillama are both disabled',
    ],
    ['Activity', !hasHistory && 'history has no source', remoteFeatures.activity.wireId],
    ['Swaps', !hasSwaps && 'swaps has no source', remoteFeatures.swaps.wireId],
    ['Buy', !onramp.stripe && !onramp.meld && 'onramp has no provider', remoteFeatures.onramp.wireId],
    ['Names', !config.names.isEnabled && 'names.isEnabled is false'],
    ['Smart sessions', !config.sessions.isEnabled && 'sessions.isEnabled is false'],
    [
      'Embedded wallets',
      !config.embeddedWallet.isEnabled && 'embeddedWallet.isEnabled is false',
      remoteFeatures.email.wireId,
    ],
    [
      'Social logins',
      !config.embeddedWallet.isEnabled
        ? 'embeddedWallet.isEnabled is false'
        : configuredSocials(config).length === 0 &&
          'embeddedWallet.socials has no provider and embeddedWallet.farcaster.isEnabled is false',
    ],
    [
      'Sponsored fees',
      !config.embeddedWallet.isEnabled
        ? 'embeddedWallet.isEnabled is false'
        : !config.embeddedWallet.sponsorship && 'embeddedWallet.sponsorship is not set',
    ],
    ['Analytics', config.analytics.sink === 'none' && "analytics.sink is 'none'"],
  ]
}

/**
 * The features that this deployment offers; a project's features can only switch off more. Remote features that depend on no
 * configuration are listed when `features.disabled` contains them.
 */
export function featureAvailability(config: Config): readonly FeatureAvailability[] {
  const { disabled } = config.features
  const sources = sourcesOf(config)
  const rows = reasonsOf(config).map(([feature, missing, remoteId]): FeatureAvailability => {
    const isDisabled = disabled.some((id) => id === remoteId)
    const reason = isDisabled ? `features.disabled has ${remoteId}` : missing || undefined
    const name = remoteId === undefined ? { feature } : { feature, remoteId }
    if (reason !== undefined) return { ...name, isOn: false, reason }
    const served = sources.get(feature)
    return { ...name, isOn: true, ...(served && { sources: served }) }
  })
  const others = disabled.filter((id) => rows.every(({ remoteId }) => remoteId !== id))
  return [
    ...rows,
    ...others.map((id) => ({
      ...{ feature: id, remoteId: id, isOn: false as const },
      reason: `features.disabled has ${id}`,
    })),
  ]
}
