/** The relay of the WalletConnect network, which refuses connections without a project id of its operator. */
export const publicRelayUrl = 'wss://relay.walletconnect.org'

/** Whether a relay is WalletConnect's public one. */
export const isPublicRelay = (relayUrl: string): boolean =>
  /^wss:\/\/relay\.walletconnect\.(?:org|com)(?![\w.-])/.test(relayUrl)
