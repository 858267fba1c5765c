import type { Network } from '#shared/config/network.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { Connection, RpcRequest, SwitchOptions } from '../../chain-adapter.ts'
import { settleOnStateChange } from '../../settle-on-state-change.ts'
import { walletChain } from '../chain-number.ts'
import { waitForChain } from '../transactions/wait-for-chain.ts'
import { readChain } from './connect.ts'
import { classifyWalletError, requestWallet } from './wallet-error.ts'

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
  const isOnNetwork = async () => {
    try {
      return (await readChain(transport, handle)) === network.id
    } catch {
      // The error of the request is more informative than that of this read.
      return false
    }
  }
  /** Requests the switch; returns the wallet's error if it does not have the network. */
  const requestSwitch = async (): Promise<unknown> => {
    try {
      const request = requestWallet(transport, handle, { method: 'wallet_switchEthereumChain', params })
      await settleOnStateChange(
        transport,
        handle,
        request,
        'chainChanged',
        async () => (await isOnNetwork()) || undefined,
      )
      return undefined
    } catch (error) {
      if (classifyWalletError(error) === 'unrecognised-chain') return error
      throw error
    }
  }

  try {
    const unrecognised = await requestSwitch()
    if (unrecognised !== undefined) {
      await requestAdd(addNetwork, network, unrecognised)
      // Some wallets switch when they add a network, others do not.
      if (await isOnNetwork()) return
      const stillUnrecognised = await requestSwitch()
      if (stillUnrecognised !== undefined) throw notSupported(network, stillUnrecognised)
    }
  } catch (error) {
    // After a rejection the widget makes no further requests.
    if (classifyWalletError(error) !== 'refused' && (await isOnNetwork())) return
    throw error
  }
  const chain = await waitForChain(ports, handle, network.id)
  if (chain !== network.id)
    throw new WidgetError('chain/not-switched', texts.notSwitched, {
      data: { chain: network.id, walletChain: chain },
    })
}

async function requestAdd(
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
    const meaning = classifyWalletError(error)
    throw meaning === 'unsupported' || meaning === 'unrecognised-chain' ? notSupported(network, error) : error
  }
}
