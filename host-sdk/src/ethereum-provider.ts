import type { BridgeState } from '../../shared/channel/entries.ts'
import { mayPrompt, rpcTreatment } from '../../shared/channel/rpc-policy.ts'
import { texts } from '../../shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '../../shared/errors/provider-error.ts'
import { addressedChain } from './present-state.ts'

/** EIP-1193 request arguments. */
export type RequestArguments = { readonly method: string; readonly params?: readonly unknown[] | object }

/** Events of EIP-1193 and their payloads. */
export type EthereumEvents = {
  accountsChanged: readonly string[]
  chainChanged: string
  connect: { readonly chainId: string }
  disconnect: ProviderRpcError
  message: { readonly type: string; readonly data: unknown }
}

/** The widget as an EIP-1193 provider: whatever wallet the person connected answers behind it. */
export type EthereumProvider = {
  /**
   * Answers `eth_accounts` and `eth_chainId` from the present state; `eth_requestAccounts` opens the modal when nobody
   * is connected; everything else crosses to the widget.
   * @throws ProviderRpcError with EIP-1193, EIP-1474 and EIP-5792 codes.
   */
  request(args: RequestArguments): Promise<unknown>
  on<Name extends keyof EthereumEvents>(
    name: Name,
    listener: (value: EthereumEvents[Name]) => void,
  ): EthereumProvider
  removeListener<Name extends keyof EthereumEvents>(
    name: Name,
    listener: (value: EthereumEvents[Name]) => void,
  ): EthereumProvider
}

export type EthereumProviderPorts = {
  readonly state: () => BridgeState
  /** Opens the modal on eip155; resolves true when an account came of it. */
  readonly connect: () => Promise<boolean>
  readonly send: (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>
}

const accountsOf = (state: BridgeState) =>
  state.accounts.filter((account) => account.namespace === 'eip155').map((account) => account.address)

const chainOf = (state: BridgeState) => {
  const chain = addressedChain(state, 'eip155')
  return chain === undefined ? undefined : `0x${BigInt(chain).toString(16)}`
}

/** The provider with two levers for its owner. */
export type OwnedEthereumProvider = {
  readonly provider: EthereumProvider
  /** The state went from one to the other: tells listeners, once and in order, what changed. */
  stateChanged(from: BridgeState, to: BridgeState): void
}

export function makeEthereumProvider(ports: EthereumProviderPorts): OwnedEthereumProvider {
  const listeners: { [Name in keyof EthereumEvents]: Set<(value: EthereumEvents[Name]) => void> } = {
    accountsChanged: new Set(),
    chainChanged: new Set(),
    connect: new Set(),
    disconnect: new Set(),
    message: new Set(),
  }
  /** Prompts which began while the modal was open; closing it answers them (SPEC §8 'Modal closed'). */
  const underModal = new Set<AbortController>()

  const emit = <Name extends keyof EthereumEvents>(name: Name, value: EthereumEvents[Name]) => {
    for (const listener of [...listeners[name]]) {
      try {
        listener(value)
      } catch (error) {
        reportError(error)
      }
    }
  }

  const modalClosed = () => new ProviderRpcError(providerCodes.userRejected, texts.modalClosed)

  const requestAccounts = async () => {
    if (accountsOf(ports.state()).length === 0 && !(await ports.connect())) throw modalClosed()
    return accountsOf(ports.state())
  }

  const send = async (method: string, params: unknown) => {
    const abort = new AbortController()
    const isUnderModal = mayPrompt(method) && ports.state().open
    if (isUnderModal) underModal.add(abort)
    try {
      return await ports.send(method, params, abort.signal)
    } finally {
      underModal.delete(abort)
    }
  }

  const provider: EthereumProvider = {
    request: async (args) => {
      if (typeof args !== 'object' || args === null || typeof args.method !== 'string') {
        throw new ProviderRpcError(providerCodes.invalidParams, 'request expects { method, params }')
      }
      const { method, params } = args
      const chainId = chainOf(ports.state())
      if (method === 'eth_accounts') return accountsOf(ports.state())
      if (method === 'eth_requestAccounts') return requestAccounts()
      if (method === 'eth_chainId' && chainId !== undefined) return chainId
      if (method === 'net_version' && chainId !== undefined) return BigInt(chainId).toString()
      if (rpcTreatment(method) === 'refused') {
        throw new ProviderRpcError(providerCodes.unsupportedMethod, texts.rpcNotAllowed)
      }
      return send(method, params)
    },
    on: (name, listener) => {
      listeners[name]?.add(listener)
      return provider
    },
    removeListener: (name, listener) => {
      listeners[name]?.delete(listener)
      return provider
    },
  }

  return {
    provider,
    stateChanged: (from, to) => {
      const [before, after] = [accountsOf(from), accountsOf(to)]
      const [chainBefore, chainAfter] = [chainOf(from), chainOf(to)]
      if (before.length === 0 && after.length > 0 && chainAfter) emit('connect', { chainId: chainAfter })
      if (chainAfter !== undefined && chainAfter !== chainBefore) emit('chainChanged', chainAfter)
      if (before.join() !== after.join()) emit('accountsChanged', after)
      if (before.length > 0 && after.length === 0) {
        emit('disconnect', new ProviderRpcError(providerCodes.disconnected, 'Disconnected'))
      }
      if (from.open && !to.open) for (const abort of [...underModal]) abort.abort(modalClosed())
    },
  }
}
