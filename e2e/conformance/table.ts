/** Steps of the dApp with each library, in this order: the columns of the table. */
export const steps = [
  'connect',
  'sign message',
  'sign typed data',
  'send',
  'reject',
  'switch network',
  'reload',
  'accounts',
  'disconnect',
] as const
export type Step = (typeof steps)[number]

type Row = {
  /** As in the page's URL. */
  readonly id: string
  readonly title: string
  /** The npm package. */
  readonly library: string
  readonly namespace: 'eip155' | 'solana' | 'polkadot'
  /** The local chain, if it is not the first of its ecosystem. */
  readonly network?: 'acala'
  /** Which part of the library works on that chain; displayed by the dApp. */
  readonly note?: string
  /** The dApp's error when the user rejects in the wallet. */
  readonly rejection: RegExp
  /** The dApp's error when the user closes the modal instead of connecting, if it differs. */
  readonly dismissal?: RegExp
  /** The error that the library then logs to the console. */
  readonly consoleError?: RegExp
}

const libraryRows = [
  {
    id: 'wagmi',
    title: 'wagmi',
    library: 'wagmi',
    namespace: 'eip155',
    rejection: /"UserRejectedRequestError","code":4001/,
  },
  {
    id: 'ethers',
    title: 'ethers',
    library: 'ethers',
    namespace: 'eip155',
    rejection: /"code":"ACTION_REJECTED"/,
  },
  {
    id: 'viem',
    title: 'viem, custom transport',
    library: 'viem',
    namespace: 'eip155',
    rejection: /"UserRejectedRequestError","code":4001/,
  },
  {
    id: 'web3',
    title: 'web3.js',
    library: 'web3',
    namespace: 'eip155',
    rejection: /"code":4001/,
  },
  {
    id: 'wallet-adapter',
    title: 'Solana wallet-adapter for React',
    library: '@solana/wallet-adapter-react',
    namespace: 'solana',
    rejection: /"WalletSignMessageError"/,
    dismissal: /"WalletConnectionError"/,
  },
  {
    id: 'wallet-standard',
    title: 'Wallet Standard’s app package',
    library: '@wallet-standard/app',
    namespace: 'solana',
    rejection: /"code":4001/,
  },
  {
    id: 'polkadot-js',
    title: 'polkadot-js extension-dapp and API',
    library: '@polkadot/extension-dapp',
    namespace: 'polkadot',
    rejection: /"message":"(Error: )?(Cancelled|Rejected by user)"/,
    dismissal: /web3FromSource: Unable to find an injected drawbridge/,
    consoleError: /^Error initializing drawbridge: /,
  },
  {
    id: 'polkadot-api',
    title: 'polkadot-api',
    library: 'polkadot-api',
    namespace: 'polkadot',
    network: 'acala',
    note: 'on Acala',
    rejection: /"message":"(Cancelled|Rejected by user)"/,
    dismissal: /"message":"Connection request was cancelled by the user."/,
  },
  {
    id: 'dedot',
    title: 'dedot',
    library: 'dedot',
    namespace: 'polkadot',
    note: 'LegacyClient on Asset Hub',
    rejection: /"message":"(Cancelled|Rejected by user)"/,
    dismissal: /"message":"Connection request was cancelled by the user."/,
  },
] as const satisfies readonly Row[]

export type LibraryId = (typeof libraryRows)[number]['id']
export type LibraryRow = Row & { readonly id: LibraryId }

/** All libraries of the dApp. */
export const rows: readonly LibraryRow[] = libraryRows

const ethereumSteps: readonly Step[] = ['sign typed data', 'switch network']

/** True if a step exists in an ecosystem: typed data and network switches are Ethereum's. */
export const hasStep = ({ namespace }: Pick<LibraryRow, 'namespace'>, step: Step): boolean =>
  namespace === 'eip155' || !ethereumSteps.includes(step)
