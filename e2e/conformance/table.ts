/** What the dApp does with each library, in this order: the columns of the table. */
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
  /** As the page's address names it. */
  readonly id: string
  readonly title: string
  /** The package of npm. */
  readonly library: string
  readonly namespace: 'eip155' | 'solana' | 'polkadot'
  /** Which local chain it runs on, where that is not the first of its ecosystem. */
  readonly network?: 'acala'
  /** What of the library works on that chain, where that needs saying. */
  readonly note?: string
  /** What a dApp is told when the person says no in the wallet. */
  readonly refusal: RegExp
  /** What it is told when the person closes the modal instead of connecting, where that is something else. */
  readonly dismissal?: RegExp
  /** What the library itself then writes to the console as an error. */
  readonly complaint?: RegExp
}

const known = [
  {
    id: 'wagmi',
    title: 'wagmi',
    library: 'wagmi',
    namespace: 'eip155',
    refusal: /"UserRejectedRequestError","code":4001/,
  },
  {
    id: 'ethers',
    title: 'ethers',
    library: 'ethers',
    namespace: 'eip155',
    refusal: /"code":"ACTION_REJECTED"/,
  },
  {
    id: 'viem',
    title: 'viem, custom transport',
    library: 'viem',
    namespace: 'eip155',
    refusal: /"UserRejectedRequestError","code":4001/,
  },
  {
    id: 'web3',
    title: 'web3.js',
    library: 'web3',
    namespace: 'eip155',
    refusal: /"code":4001/,
  },
  {
    id: 'wallet-adapter',
    title: 'Solana wallet-adapter for React',
    library: '@solana/wallet-adapter-react',
    namespace: 'solana',
    refusal: /"WalletSignMessageError"/,
    dismissal: /"WalletConnectionError"/,
  },
  {
    id: 'wallet-standard',
    title: 'Wallet Standard’s app package',
    library: '@wallet-standard/app',
    namespace: 'solana',
    refusal: /"code":4001/,
  },
  {
    id: 'polkadot-js',
    title: 'polkadot-js extension-dapp and API',
    library: '@polkadot/extension-dapp',
    namespace: 'polkadot',
    refusal: /"message":"(Error: )?(Cancelled|Rejected by user)"/,
    dismissal: /web3FromSource: Unable to find an injected drawbridge/,
    complaint: /^Error initializing drawbridge: /,
  },
  {
    id: 'polkadot-api',
    title: 'polkadot-api',
    library: 'polkadot-api',
    namespace: 'polkadot',
    network: 'acala',
    note: 'on Acala',
    refusal: /"message":"(Cancelled|Rejected by user)"/,
    dismissal: /"message":"Connection request was cancelled by the user."/,
  },
  {
    id: 'dedot',
    title: 'dedot',
    library: 'dedot',
    namespace: 'polkadot',
    note: 'LegacyClient on Asset Hub',
    refusal: /"message":"(Cancelled|Rejected by user)"/,
    dismissal: /"message":"Connection request was cancelled by the user."/,
  },
] as const satisfies readonly Row[]

export type LibraryId = (typeof known)[number]['id']
export type LibraryRow = Row & { readonly id: LibraryId }

/** Every library that the dApp is written with. */
export const rows: readonly LibraryRow[] = known

const ofEthereum: readonly Step[] = ['sign typed data', 'switch network']

/** Whether a step exists in an ecosystem: typed data and networks to switch between are Ethereum's. */
export const hasStep = ({ namespace }: Pick<LibraryRow, 'namespace'>, step: Step): boolean =>
  namespace === 'eip155' || !ofEthereum.includes(step)
