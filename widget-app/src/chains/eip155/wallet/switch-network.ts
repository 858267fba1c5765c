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
 * Switches the wallet to a network (EIP-3326); one it does not know is added (EIP-3085) and then set (SPEC §4). The
 * wallet's answer is an acknowledgement only: afterwards its chain is read, and that decides. Resolves once the wallet
 * is on the network, at most `chainSettleMs` after its last answer.
 * @throws ProviderRpcError of the wallet, a refusal as 4001, after which nothing more is requested; WidgetError
 * `chain/not-supported-by-wallet` ('Chain is not supported') when the wallet neither knows nor adds it,
 * `chain/not-switched` when it acknowledged the switch and stayed on its chain, `wallet/not-answering` when it returned
 * no chain.
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
      // The error of the request explains more than that of this read.
      return false
    }
  }
  /** Requests the switch; returns the wallet's error if it does not know the network. */
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
      // Adding switches in some wallets and not in others.
      if (await isThere()) return
      const unknownStill = await change()
      if (unknownStill !== undefined) throw notSupported(network, unknownStill)
    }
  } catch (error) {
    // After a refusal the wallet is not asked anything more.
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
  // A wallet needs a node of its own; our gateway only reads, so it cannot stand in.
  if (addNetwork === undefined || network.rpcUrls === undefined || network.rpcUrls.length === 0)
    throw notSupported(network, unrecognised)
  try {
    await addNetwork(addRequest(network, network.rpcUrls))
  } catch (error) {
    const meaning = readWalletError(error)
    throw meaning === 'unsupported' || meaning === 'unrecognised-chain' ? notSupported(network, error) : error
  }
}
