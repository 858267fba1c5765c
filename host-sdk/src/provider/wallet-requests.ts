import type { WidgetMethods } from '../../../shared/channel/channel-methods.ts'
import type { ParamsIn, ResultOut } from '../../../shared/channel/method.ts'
import type { BridgeState } from '../../../shared/channel/records/entries.ts'
import { createHostRpc, type HostRpc } from './host-rpc.ts'
import { createModalScopedRequests, type ModalScopedRequests } from './modal-scoped-requests.ts'

type WalletRequest = WidgetMethods['wallet.request']

/**
 * Creates what handles the dApp's wallet requests: reads by the host's RPC (`networks[].rpcUrls`), all others by the
 * widget, where those that may prompt end with the modal.
 * @throws WidgetError `config/invalid` for an RPC URL that is neither https nor on the local machine.
 */
export function createWalletRequests(
  networks: unknown,
  ports: {
    /** Aborts when the instance is destroyed. */
    readonly signal: AbortSignal
    readonly state: () => BridgeState
    /** See `ModalCalls.isOpen`. */
    readonly isOpen: () => boolean
    readonly send: (request: ParamsIn<WalletRequest>, abort: AbortSignal) => Promise<ResultOut<WalletRequest>>
  },
): HostRpc & ModalScopedRequests {
  const prompts = createModalScopedRequests(ports.isOpen)
  const requestWidget = async (request: ParamsIn<WalletRequest>): Promise<unknown> => {
    ports.signal.throwIfAborted()
    return (await prompts.run(request.method, (abort) => ports.send(request, abort))).result
  }
  return { ...prompts, ...createHostRpc(networks, { ...ports, requestWidget }) }
}
