/** A wallet and an extension that break every rule of their suites on purpose, to prove that the suites detect it. */
const version = '1.0.0'
const localChain = 'solana:localnet'

/** A new object on each call, with an unsupported chain, and a public key that does not match the address. */
const account = () => ({
  address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  publicKey: crypto.getRandomValues(new Uint8Array(32)),
  chains: [localChain, 'solana:elsewhere'],
  features: ['solana:signMessage'],
})

type ChangeListener = (change: { readonly accounts: readonly object[] }) => void

function standardWallet() {
  const listeners = new Set<ChangeListener>()
  const emitTwice = () => {
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
          emitTwice()
          return { accounts: [account()] }
        },
      },
      'standard:disconnect': { version, disconnect: async () => emitTwice() },
      'standard:events': {
        version,
        on: (_event: string, listener: ChangeListener) => {
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

/** Registers a different wallet object with each app. */
const detail = (api: { register(wallet: object): unknown }) => api.register(standardWallet())
dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))

const polkadotAccount = () => ({ address: 'nobody', type: 'rsa' })
let enableCount = 0

/** Its `enable` is inherited, and returns another account each time. */
const extension = Object.create({
  enable: async () => {
    enableCount += 1
    const name = `Nobody ${enableCount}`
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
