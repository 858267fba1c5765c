import { type ChainId, chainReference, namespaceOf, parseChainId } from '../caip/chain-id.ts'
import { solanaClusters } from '../caip/solana-clusters.ts'

/** Sign-in text format of one ecosystem. */
export type SignInFormat = {
  /** `… wants you to sign in with your {account} account:` */
  readonly account: string
  readonly version: string
  readonly address: RegExp
  /** Characters of a statement; never a line break, which could forge the fields after it. */
  readonly statement: RegExp
  /** Blank lines for a missing statement: EIP-4361 retains the statement's position. */
  readonly hasEmptyStatementLine: boolean
  writeChain(chain: ChainId): string
  /** @throws WidgetError `caip/invalid-chain-id`. */
  readChain(text: string): ChainId
}

const noControls = /^[^\p{Cc}\u2028\u2029]*$/u

/** EIP-4361, Sign-In With Solana (Wallet Standard's `signIn`), and Sign in with Substrate (`@talismn/siws`). */
const formats: Readonly<Record<string, SignInFormat>> = {
  eip155: {
    account: 'Ethereum',
    version: '1',
    address: /^0x[0-9a-fA-F]{40}$/,
    // The grammar of the EIP: reserved, unreserved, space.
    statement: /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]*$/,
    hasEmptyStatementLine: true,
    writeChain: chainReference,
    readChain: (text) => parseChainId(/^\d+$/.test(text) ? `eip155:${text}` : ''),
  },
  solana: {
    account: 'Solana',
    version: '1',
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    statement: noControls,
    hasEmptyStatementLine: false,
    // Wallets know the clusters by name, and any other chain by its id only.
    writeChain: (chain) => solanaClusters[chainReference(chain)] ?? chain,
    readChain: (text) => {
      const name = text.startsWith('solana:') ? text : `solana:${text}`
      const known = Object.entries(solanaClusters).find(([, cluster]) => cluster === name)
      return parseChainId(known ? `solana:${known[0]}` : name)
    },
  },
  polkadot: {
    account: 'Substrate',
    version: '1.0.0',
    address: /^([1-9A-HJ-NP-Za-km-z]{40,60}|0x[0-9a-fA-F]{40})$/,
    statement: noControls,
    hasEmptyStatementLine: false,
    writeChain: (chain) => chain,
    readChain: parseChainId,
  },
}

/** The format of a chain; undefined if its namespace has no sign-in. */
export const signInFormatOf = (chain: ChainId): SignInFormat | undefined => formats[namespaceOf(chain)]

/** The format of a first line, by its name of the account. */
export const signInFormatNamed = (account: string): SignInFormat | undefined =>
  Object.values(formats).find((format) => format.account === account)
