/** The public WalletConnect relay, which rejects connections without the operator's project id. */
export const publicRelayUrl = 'wss://relay.walletconnect.org'

/** True if a relay is WalletConnect's public one. */
export const isPublicRelay = (relayUrl: string): boolean =>
  /^wss:\/\/relay\.walletconnect\.(?:org|com)(?![\w.-])/.test(relayUrl)
