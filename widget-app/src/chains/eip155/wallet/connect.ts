import type { ChainId } from '#shared/caip/chain-id.ts'
import { type DiscoveredWallet, walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { Connection, ConnectOptions, WalletTransport } from '../../chain-adapter.ts'
import { settleOnStateChange } from '../../settle-on-state-change.ts'
import { checksummed } from '../address.ts'
import { otherChain } from '../canonical/canonical-values.ts'
import { parseWalletChain } from '../chain-number.ts'
import { requestWallet } from './wallet-error.ts'

type Accounts = readonly [string, ...string[]]

const accountLimit = 256

/** A plain address, or one in CAIP-10. */
const parseAddressText = (value: unknown): string | undefined =>
  checksummed(typeof value === 'string' ? value.trim().replace(/^eip155:\d+:/, '') : value)

/**
 * The addresses that a wallet returned, as a list or a single one, checksummed, without duplicates, in its order;
 * `undefined` if none is usable.
 */
export function parseAccounts(value: unknown): Accounts | undefined {
  const list = z.array(z.unknown()).safeParse(typeof value === 'string' ? [value] : value)
  if (!list.success) return undefined
  const addresses = list.data.slice(0, accountLimit).map(parseAddressText)
  const [first, ...rest] = new Set(addresses.filter((address) => address !== undefined))
  return first === undefined ? undefined : [first, ...rest]
}

/**
 * The wallet's current chain (`eth_chainId`).
 * @throws ProviderRpcError of the wallet; WidgetError `wallet/not-answering` ('No chainId found') if it returns none.
 */
export async function readChain(
  transport: WalletTransport,
  handle: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ChainId> {
  const chain = parseChainOf(await requestWallet(transport, handle, { method: 'eth_chainId' }, options))
  if (chain === undefined) throw noChainId()
  return chain
}

const chainObject = z.object({ chainId: z.unknown() })

/** The chain in a response or event of a wallet: bare, as CAIP-2, or as the member `chainId`. */
export function parseChainOf(value: unknown): ChainId | undefined {
  const parsed = chainObject.safeParse(value)
  const rawChain = parsed.success ? parsed.data.chainId : value
  return parseWalletChain(typeof rawChain === 'string' ? rawChain.trim().replace(/^eip155:/, '') : rawChain)
}

/**
 * Reads the wallet's chain right before a signature request: an earlier acknowledgement does not prove its state.
 * @throws ProviderRpcError 4901 if it is not the chain of its connection, and as `readChain`.
 */
export async function checkWalletChain(
  transport: WalletTransport,
  { handle, chain }: Pick<Connection, 'handle' | 'chain'>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  if ((await readChain(transport, handle, signal === undefined ? {} : { signal })) !== chain)
    throw otherChain()
}

const noAccount = (): WidgetError => new WidgetError('wallet/no-account', 'The wallet gave no account')

export const noChainId = (): WidgetError => new WidgetError('wallet/not-answering', texts.noChainId)

/** Maximum reads of accounts and chain when the wallet reports changes meanwhile. */
const readLimit = 3

/**
 * Reads the chain that belongs to accounts. Wallet events are not watched yet during the read, so both are read again after
 * a change.
 */
async function readAccountsAndChain(
  transport: WalletTransport,
  handle: string,
  initialAccounts: Accounts,
  options: { readonly signal?: AbortSignal },
): Promise<Pick<Connection, 'accounts' | 'chain'>> {
  let [hasChanged, accounts]: [boolean, Accounts | undefined] = [false, initialAccounts]
  const stop = transport.onEvent(handle, (event) => {
    if (event === 'accountsChanged' || event === 'chainChanged') hasChanged = true
  })
  try {
    for (let attempt = 1; accounts !== undefined; attempt += 1) {
      hasChanged = false
      const chain = await readChain(transport, handle, options)
      if (!hasChanged || attempt === readLimit) return { accounts, chain }
      accounts = parseAccounts(await requestWallet(transport, handle, { method: 'eth_accounts' }, options))
    }
    throw noAccount()
  } finally {
    stop()
  }
}

/** The wallet was already prompted: that it shares no account is more important than the error of this read. */
function throwUnlessPrompted({ silent, signal }: ConnectOptions, error: unknown): undefined {
  if (silent || signal?.aborted) throw error
}

/**
 * Connects a wallet: `eth_requestAccounts` (silently: `eth_accounts`, never a prompt), then `eth_chainId` (EIP-1102). After
 * a response without accounts it calls `eth_accounts`.
 * @throws ProviderRpcError of the wallet (4001 rejected, −32002 already prompting); WidgetError `wallet/no-account`.
 */
export async function connect(
  transport: WalletTransport,
  wallet: DiscoveredWallet,
  options: ConnectOptions,
): Promise<Connection> {
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  const read = async (method: string) =>
    parseAccounts(await requestWallet(transport, wallet.handle, { method }, signal))
  const request = async () =>
    settleOnStateChange(transport, wallet.handle, read('eth_requestAccounts'), 'accountsChanged', () =>
      read('eth_accounts'),
    )
  const initialAccounts = options.silent ? undefined : await request()
  // Some wallets respond to the request with another value, and share their accounts from then on.
  const sharedAccounts =
    initialAccounts ?? (await read('eth_accounts').catch((error) => throwUnlessPrompted(options, error)))
  if (sharedAccounts === undefined) throw noAccount()
  return {
    namespace: 'eip155',
    walletId: walletIdOf(wallet),
    handle: wallet.handle,
    walletName: wallet.name,
    icon: wallet.icon,
    ...(await readAccountsAndChain(transport, wallet.handle, sharedAccounts, signal)),
  }
}
