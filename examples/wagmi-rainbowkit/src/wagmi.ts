import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { createConfig, http } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

/** RainbowKit requires a WalletConnect project id, also without WalletConnect: the widget has its own. */
const app = { appName: 'Tidewater Coffee', projectId: 'unused' }

export const config = createConfig({
  chains: [mainnet, base],
  // Wallets that announce themselves by EIP-6963, the widget among them, are added by discovery.
  connectors: connectorsForWallets([{ groupName: 'Browser', wallets: [injectedWallet] }], app),
  multiInjectedProviderDiscovery: true,
  transports: { [mainnet.id]: http(), [base.id]: http() },
})
