import type { Address } from '@solana/web3.js'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection, WalletTransport } from '../../chain-adapter.ts'
import { walletChain } from '../../solana-clusters.ts'
import { asAddress } from '../address.ts'
import { requestWallet } from './wallet-error.ts'

/** An account as its wallet describes it (Wallet Standard): its chains and features. */
export type WalletAccount = {
  readonly address: Address
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

export type WalletAccounts = readonly [WalletAccount, ...WalletAccount[]]

const accountLimit = 256

const accountSchema = () =>
  z.object({ address: z.string(), chains: z.array(z.string()), features: z.array(z.string()) })

/** The accounts that a wallet returned, without duplicates, in its order; `undefined` if none is usable on Solana. */
export function parseAccounts(value: unknown): WalletAccounts | undefined {
  if (!Array.isArray(value)) return undefined
  const schema = accountSchema()
  const byAddress = new Map<Address, WalletAccount>()
  for (const each of value.slice(0, accountLimit)) {
    const parsed = schema.safeParse(each)
    const address = parsed.success ? asAddress(parsed.data.address) : undefined
    if (!parsed.success || address === undefined || byAddress.has(address)) continue
    if (!parsed.data.chains.some((chain) => chain.startsWith('solana:'))) continue
    byAddress.set(address, { ...parsed.data, address })
  }
  const [first, ...rest] = byAddress.values()
  return first === undefined ? undefined : [first, ...rest]
}

/** The accounts in a response to `standard:connect`. */
export function parseConnected(response: unknown): WalletAccounts | undefined {
  const parsed = z.object({ accounts: z.unknown() }).safeParse(response)
  return parsed.success ? parseAccounts(parsed.data.accounts) : undefined
}

/** The addresses of accounts, as a connection lists them. */
export const addressesOf = ([first, ...rest]: WalletAccounts): readonly [string, ...string[]] => [
  first.address,
  ...rest.map(({ address }) => address),
]

/** Whether an account may be used on a chain. */
export const isFor = ({ chains }: WalletAccount, chain: ChainId): boolean =>
  chains.includes(walletChain(chain)) || chains.includes(chain)

/** Accounts of wallets with their chains and features, by handle. A connection contains only addresses. */
export type AccountBook = {
  store(handle: string, accounts: WalletAccounts): void
  /** @throws ProviderRpcError 4100 if the wallet no longer shares the account. */
  find(connection: Connection, address: string): Promise<WalletAccount>
}

export function createAccountBook(transport: WalletTransport): AccountBook {
  const byHandle = new Map<string, WalletAccounts>()
  const store = (handle: string, accounts: WalletAccounts) => void byHandle.set(handle, accounts)
  return {
    store,
    async find({ handle }, address) {
      if (!byHandle.has(handle)) {
        const request = { method: 'standard:connect', params: { silent: true } }
        const accounts = parseConnected(await requestWallet(transport, handle, request))
        if (accounts !== undefined) store(handle, accounts)
      }
      const account = byHandle.get(handle)?.find((one) => one.address === address)
      if (account === undefined)
        throw new ProviderRpcError(providerCodes.unauthorized, 'The wallet does not share this account')
      return account
    },
  }
}
