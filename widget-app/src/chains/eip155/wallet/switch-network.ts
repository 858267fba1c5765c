import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Connection, RpcRequest, SwitchOptions } from '../../chain-adapter.ts'
import { settleOnStateChange } from '../../settle-on-state-change.ts'
import { walletChain } from '../chain-number.ts'
import { settledChain } from '../transactions/wait-for-chain.ts'
import { readChain } from './connect.ts'
import { ask, readWalletError } from './wallet-error.ts'

const notSupported = (network: Network, cause?: unknown): WidgetError =>
  new WidgetError('chain/not-supported-by-wallet', texts.chainNotSupported, {
    cause,
    data: { chain: network.id },
  })

/** `wallet_addEthereumChain` (EIP-3085). */
const addRequest = (network: Network, rpcUrls: readonly string[]): RpcRequest => ({
  method: 'wallet_addEthereumChain',
  params: [
    {
      chainId: walletChain(network.id),
      chainName: network.name,
      nativeCurrency: network.nativeCurrency,
      rpcUrls,
      ...(network.explorer === undefined ? {} : { blockExplorerUrls: [network.explorer.url] }),
    },
  ],
})

/**
 * Switches the wallet to a network (EIP-3326); one it does not have is added (EIP-3085) and then selected (SPEC §4). The
 * wallet's response is only an acknowledgement: its chain is read afterwards, and that decides. Resolves once the wallet is
 * on the network, at most `chainSettleMs` after its last response.
 * @throws ProviderRpcError of the wallet, a rejection as 4001, after which nothing more is requested; WidgetError
 * `chain/not-supported-by-wallet` ('Chain is not supported') if the wallet neither has nor adds it, `chain/not-switched` if
 * it acknowledged the switch and stayed on its chain, `wallet/not-answering` if it returned no chain.
 */
export async function switchNetwork(
  ports: Pick<AdapterPorts, 'transport' | 'clock'>,
  connection: Connection,
  network: Network,
  { addNetwork }: SwitchOptions = {},
): Promise<void> {
  const { transport } = ports
  const { handle } = connection
  const params = [{ chainId: walletChain(network.id) }]
  const isThere = async () => {
    try {
      return (await readChain(transport, handle)) === network.id
    } catch {
      // The error of the request is more informative than that of this read.
      return false
    }
  }
  /** Requests the switch; returns the wallet's error if it does not have the network. */
  const change = async (): Promise<unknown> => {
    try {
      const request = ask(transport, handle, { method: 'wallet_switchEthereumChain', params })
      await settleOnStateChange(
        transport,
        handle,
        request,
        'chainChanged',
        async () => (await isThere()) || undefined,
      )
      return undefined
    } catch (error) {
      if (readWalletError(error) === 'unrecognised-chain') return error
      throw error
    }
  }

  try {
    const unrecognised = await change()
    if (unrecognised !== undefined) {
      await add(addNetwork, network, unrecognised)
      // Some wallets switch when they add a network, others do not.
      if (await isThere()) return
      const unknownStill = await change()
      if (unknownStill !== undefined) throw notSupported(network, unknownStill)
    }
  } catch (error) {
    // After a rejection the widget makes no further requests.
    if (readWalletError(error) !== 'refused' && (await isThere())) return
    throw error
  }
  const chain = await settledChain(ports, handle, network.id)
  if (chain !== network.id)
    throw new WidgetError('chain/not-switched', texts.notSwitched, {
      data: { chain: network.id, walletChain: chain },
    })
}

async function add(
  addNetwork: SwitchOptions['addNetwork'],
  network: Network,
  unrecognised: unknown,
): Promise<void> {
  // A wallet needs its own node; the widget's gateway only supports reads, so it cannot be used.
  if (addNetwork === undefined || network.rpcUrls === undefined || network.rpcUrls.length === 0)
    throw notSupported(network, unrecognised)
  try {
    await addNetwork(addRequest(network, network.rpcUrls))
  } catch (error) {
    const meaning = readWalletError(error)
    throw meaning === 'unsupported' || meaning === 'unrecognised-chain' ? notSupported(network, error) : error
  }
}
