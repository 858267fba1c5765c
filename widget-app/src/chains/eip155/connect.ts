import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { type FoundWallet, walletIdOf } from '#shared/channel/found-wallet.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, ConnectOptions, WalletTransport } from '../contract.ts'
import { checksummed } from './address.ts'
import { otherChain } from './canonical-values.ts'
import { parseWalletChain } from './chain-number.ts'
import { ask } from './wallet-error.ts'

type Accounts = readonly [string, ...string[]]

const accountLimit = 256

/** The addresses a wallet gave, checksummed, each once, in its order; `undefined` when none is usable. */
export function parseAccounts(value: unknown): Accounts | undefined {
  const list = z.array(z.unknown()).safeParse(value)
  if (!list.success) return undefined
  const addresses = list.data.slice(0, accountLimit).map(checksummed)
  const [first, ...rest] = new Set(addresses.filter((address) => address !== undefined))
  return first === undefined ? undefined : [first, ...rest]
}

/**
 * The chain a wallet is on (`eth_chainId`).
 * @throws ProviderRpcError of the wallet; WidgetError `wallet/not-answering` ('No chainId found') when it names none.
 */
export async function readChain(
  transport: WalletTransport,
  handle: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ChainId> {
  const chain = parseWalletChain(await transport.request(handle, { method: 'eth_chainId' }, options))
  if (chain === undefined) throw noChainId()
  return chain
}

/**
 * Reads the wallet's chain right before it is asked for anything that is signed: what it acknowledged earlier is no state.
 * @throws ProviderRpcError 4901 when it is on another chain than its connection says, and as `readChain`.
 */
export async function checkWalletChain(
  transport: WalletTransport,
  { handle, chain }: Pick<Connection, 'handle' | 'chain'>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  if ((await readChain(transport, handle, signal === undefined ? {} : { signal })) !== chain)
    throw otherChain()
}

export const noChainId = (): WidgetError => new WidgetError('wallet/not-answering', texts.noChainId)

/**
 * Connects a wallet: `eth_requestAccounts` (silently: `eth_accounts`, never a prompt), then `eth_chainId` (EIP-1102).
 * @throws ProviderRpcError of the wallet (4001 refused, −32002 already asking); WidgetError `wallet/no-account`.
 */
export async function connect(
  transport: WalletTransport,
  wallet: FoundWallet,
  options: ConnectOptions,
): Promise<Connection> {
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  const method = options.silent ? 'eth_accounts' : 'eth_requestAccounts'
  const accounts = parseAccounts(await ask(transport, wallet.handle, { method }, signal))
  if (accounts === undefined) throw new WidgetError('wallet/no-account', 'The wallet gave no account')
  return {
    namespace: 'eip155',
    walletId: walletIdOf(wallet),
    handle: wallet.handle,
    walletName: wallet.name,
    icon: wallet.icon,
    accounts,
    chain: await readChain(transport, wallet.handle, signal),
  }
}
