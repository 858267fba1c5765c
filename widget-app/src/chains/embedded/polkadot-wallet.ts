import {
  connectAccounts,
  type EmbeddedWallet,
  sharedAccounts,
  unsupportedMethod,
  type WalletPorts,
} from './embedded-wallet.ts'

const signingMethods: readonly string[] = ['injectedWeb3:signPayload', 'injectedWeb3:signRaw']

/** An account as extensions list it; it is for every chain. */
const accountOf = (address: string) => ({ address, type: 'sr25519' })

/** Our own wallet as an `injectedWeb3` extension; its account is an SS58 address. */
export function polkadotWallet(wallet: WalletPorts<string>): EmbeddedWallet {
  return {
    request: async (request, options) => {
      const { method, params } = request
      if (signingMethods.includes(method)) return wallet.sign(request, options)
      switch (method) {
        case 'injectedWeb3:enable':
          return { accounts: (await connectAccounts(wallet, params)).map(accountOf) }
        case 'injectedWeb3:disconnect':
          wallet.disconnect()
          return null
        default:
          throw unsupportedMethod(method)
      }
    },
    emitAccounts: async () => wallet.emit('accountsChanged', (await sharedAccounts(wallet)).map(accountOf)),
  }
}
