/** A wallet and an extension that break every rule of their suites, on purpose: they show that the suites notice. */
const version = '1.0.0'
const localChain = 'solana:localnet'

/** Another object each time, for a chain that the wallet does not have, and of another key. */
const account = () => ({
  address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  publicKey: crypto.getRandomValues(new Uint8Array(32)),
  chains: [localChain, 'solana:elsewhere'],
  features: ['solana:signMessage'],
})

type Change = (change: { readonly accounts: readonly object[] }) => void

function standardWallet() {
  const listeners = new Set<Change>()
  const tellTwice = () => {
    for (const listener of [...listeners, ...listeners]) listener({ accounts: [account()] })
  }
  const noSignature = new Uint8Array(64)
  return {
    version,
    name: 'Faulty Wallet',
    icon: 'https://wallet.example/icon.png',
    chains: [localChain],
    get accounts() {
      return [account()]
    },
    features: {
      'standard:connect': {
        version,
        connect: async () => {
          tellTwice()
          return { accounts: [account()] }
        },
      },
      'standard:disconnect': { version, disconnect: async () => tellTwice() },
      'standard:events': {
        version,
        on: (_event: string, listener: Change) => {
          listeners.add(listener)
          return () => undefined
        },
      },
      'solana:signIn': {
        version,
        signIn: async (...inputs: object[]) =>
          inputs.map(() => ({
            account: account(),
            signedMessage: new TextEncoder().encode('bank.example wants you to sign in'),
            signature: noSignature,
          })),
      },
      'solana:signMessage': {
        version,
        signMessage: async () => [{ signedMessage: new Uint8Array(1), signature: noSignature }],
      },
      'solana:signTransaction': {
        supportedTransactionVersions: ['legacy'],
        signTransaction: async (...inputs: { readonly transaction: Uint8Array }[]) =>
          inputs.map(({ transaction }) => ({ signedTransaction: transaction })),
      },
      'solana:signAndSendTransaction': {
        version,
        supportedTransactionVersions: ['legacy'],
        signAndSendTransaction: async (...inputs: object[]) =>
          inputs.map(() => ({ signature: '1'.repeat(88) })),
      },
    },
  }
}

/** Every app is given another one. */
const detail = (api: { register(wallet: object): unknown }) => api.register(standardWallet())
dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))

const polkadotAccount = () => ({ address: 'nobody', type: 'rsa' })
let enabled = 0

/** Its `enable` is not its own, and gives somebody else each time. */
const extension = Object.create({
  enable: async () => {
    enabled += 1
    const name = `Nobody ${enabled}`
    return {
      accounts: {
        get: async () => [{ ...polkadotAccount(), name }],
        subscribe: () => undefined,
      },
      signer: {
        signRaw: async () => ({ id: 'one', signature: '0x00' }),
        signPayload: async () => ({ id: 'one', signature: '0x00' }),
      },
      metadata: { get: async () => [], provide: async () => true },
    }
  },
})
const entries: object = Object(Reflect.get(window, 'injectedWeb3'))
Reflect.set(entries, 'faulty', extension)
