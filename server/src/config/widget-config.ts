import type { DeployConfigInput } from '../../../shared/config/deploy-config.ts'
import { onrampFeePercent } from '../../../shared/config/limits.ts'
import type { Config } from './config-schema.ts'
import { configuredSocials } from './configured-socials.ts'
import { vaultLocation } from './vault-location.ts'

/** CAIP-2 id of the network that Jupiter swaps on. */
const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Onramp providers as the widget lists them (widget-app, features/onramp). Stripe reports its fee only with each quote. */
function onrampProviders({ onramp }: Config): readonly object[] {
  const common = { open: 'popup', namespaces: ['eip155', 'solana'] }
  return [
    ...(onramp.meld ? [{ id: 'meld', name: 'Meld', feePercent: onrampFeePercent, ...common }] : []),
    ...(onramp.stripe ? [{ id: 'stripe', name: 'Stripe', ...common }] : []),
  ]
}

/** Networks that the operator describes; the widget has bundled records of the others. Their RPC URLs stay on the server. */
function operatorNetworks({ networks }: Config): NonNullable<DeployConfigInput['networks']> {
  return networks.flatMap(({ id, name, nativeCurrency, explorer, testnet }) =>
    name === undefined || nativeCurrency === undefined
      ? []
      : [
          {
            ...{ id, name, nativeCurrency },
            ...(explorer && { explorer }),
            ...(testnet !== undefined && { testnet }),
          },
        ],
  )
}

/**
 * `widget.config.json` of a deployment: every service is on the widget's own origin. It does not contain a project's own
 * WalletConnect settings and features.
 */
export function toWidgetConfig(config: Config): DeployConfigInput {
  const { walletConnect, names, swaps, tokens } = config
  const networks = operatorNetworks(config)
  const socials = configuredSocials(config)
  const { isEnabled: hasEmbeddedWallet, sponsorship } = config.embeddedWallet
  const swapNetworks = new Set([
    ...swaps.uniswapV2.map(({ chainId }) => chainId),
    ...(swaps.oneInch?.chainIds ?? []),
    ...(swaps.jupiter ? [solanaMainnet] : []),
  ])
  return {
    environment: 'production',
    apiUrl: '',
    blockchainApiUrl: '',
    rpcUrl: '',
    walletConnect: {
      ...(walletConnect.projectId !== undefined && { projectId: walletConnect.projectId }),
      relayUrl: walletConnect.relayUrl === 'none' ? '' : walletConnect.relayUrl,
      verify: walletConnect.verify,
    },
    nameZone: names.zone,
    swapNetworks: [...swapNetworks],
    onrampProviders: [...onrampProviders(config)],
    ...(config.embeddedWallet.isEnabled && { vaultUrl: vaultLocation(config).origin }),
    ...(socials.length > 0 && { socials: [...socials] }),
    ...(hasEmbeddedWallet &&
      sponsorship && {
        sponsorship: { name: sponsorship.name, chains: sponsorship.networks.map(({ chainId }) => chainId) },
      }),
    ...(networks.length > 0 && { networks }),
    ...(tokens.length > 0 && { tokens }),
  }
}
