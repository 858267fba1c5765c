import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, WalletTransport } from '../contract.ts'
import { walletChain } from './chain-number.ts'
import { readChain } from './connect.ts'
import { ask, readWalletError } from './wallet-error.ts'

const notSupported = (network: Network, cause?: unknown): WidgetError =>
  new WidgetError('chain/not-supported-by-wallet', texts.chainNotSupported, {
    cause,
    data: { chain: network.id },
  })

/** Parameters of `wallet_addEthereumChain` (EIP-3085). */
const addParams = (network: Network, rpcUrls: readonly string[]) => [
  {
    chainId: walletChain(network.id),
    chainName: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls,
    ...(network.explorer === undefined ? {} : { blockExplorerUrls: [network.explorer.url] }),
  },
]

/**
 * Switches the wallet to a network (EIP-3326); one it does not know is added (EIP-3085) and then set (SPEC §4).
 * @throws ProviderRpcError of the wallet, a refusal as 4001, after which nothing more is asked; WidgetError
 * `chain/not-supported-by-wallet` ('Chain is not supported') when the wallet neither knows nor adds it.
 */
export async function switchNetwork(
  transport: WalletTransport,
  connection: Connection,
  network: Network,
): Promise<void> {
  const { handle } = connection
  const params = [{ chainId: walletChain(network.id) }]
  const change = () => ask(transport, handle, { method: 'wallet_switchEthereumChain', params })
  const isThere = async () => (await readChain(transport, handle)) === network.id

  try {
    await change()
    return
  } catch (error) {
    if (readWalletError(error) !== 'unrecognised-chain') throw error
    await add(transport, handle, network, error)
  }
  // Adding switches in some wallets and not in others.
  if (await isThere()) return
  try {
    await change()
  } catch (error) {
    throw readWalletError(error) === 'unrecognised-chain' ? notSupported(network, error) : error
  }
  if (!(await isThere())) throw notSupported(network)
}

async function add(
  transport: WalletTransport,
  handle: string,
  network: Network,
  unrecognised: unknown,
): Promise<void> {
  // A wallet needs a node of its own; our gateway only reads, so it cannot stand in.
  if (network.rpcUrls === undefined || network.rpcUrls.length === 0) throw notSupported(network, unrecognised)
  const params = addParams(network, network.rpcUrls)
  try {
    await ask(transport, handle, { method: 'wallet_addEthereumChain', params })
  } catch (error) {
    const meaning = readWalletError(error)
    throw meaning === 'unsupported' || meaning === 'unrecognised-chain' ? notSupported(network, error) : error
  }
}
