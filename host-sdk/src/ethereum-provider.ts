import { makeEmitter } from '../../shared/channel/emitter.ts'
import type { BridgeState, ModalResult } from '../../shared/channel/entries.ts'
import { mayPrompt, mayReachWallet } from '../../shared/channel/rpc-policy.ts'
import { ProviderRpcError, providerCodes } from '../../shared/errors/provider-error.ts'
import { modalClosed, notAllowed } from './refusals.ts'

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
  /** Opens the modal on eip155. */
  readonly connect: () => Promise<ModalResult>
  readonly send: (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>
}

/** The provider with one lever for its owner. */
export type OwnedEthereumProvider = {
  readonly provider: EthereumProvider
  /** The state went from one to the other: tells listeners, once and in order, what changed. */
  stateChanged(from: BridgeState, to: BridgeState): void
}

const prefix = 'eip155:'

/** What a dApp may know of a state: addresses, and the chosen network as a decimal number. */
const view = ({ accounts, chains }: BridgeState) => ({
  accounts: accounts.flatMap(({ namespace, address }) => (namespace === 'eip155' ? address : [])),
  chain: chains.find((chain) => chain.startsWith(prefix))?.slice(prefix.length),
})

const hex = (decimal: string) => `0x${BigInt(decimal).toString(16)}`

/** Makes `bridge.ethereum` over the present state and the link. */
export function makeEthereumProvider(ports: EthereumProviderPorts): OwnedEthereumProvider {
  const { on, off, emit } = makeEmitter<EthereumEvents>()
  /** Prompts which began while the modal was open; closing it answers them (SPEC §8 'Modal closed'). */
  const underModal = new Set<AbortController>()
  /** An account came while the modal is open: it is about to close by itself, and takes nothing with it. */
  let isClosingItself = false

  const request = async ({ method, params }: RequestArguments) => {
    const state = ports.state()
    const { accounts, chain } = view(state)
    if (method === 'eth_accounts') return accounts
    if (method === 'eth_requestAccounts') {
      if (accounts.length > 0) return accounts
      const result = await ports.connect()
      if (result.is === 'dismissed') throw modalClosed()
      // The result may overtake the state.
      const now = view(ports.state()).accounts
      return now.length > 0 ? now : [result.address]
    }
    if (chain !== undefined) {
      if (method === 'eth_chainId') return hex(chain)
      if (method === 'net_version') return chain
    }
    if (!mayReachWallet(method)) throw notAllowed()
    const abort = new AbortController()
    if (mayPrompt(method) && state.open && !isClosingItself) underModal.add(abort)
    try {
      return await ports.send(method, params, abort.signal)
    } finally {
      underModal.delete(abort)
    }
  }

  const provider: EthereumProvider = {
    request: async (args) => {
      if (typeof args?.method === 'string') return request(args)
      throw new ProviderRpcError(providerCodes.invalidParams, 'request expects { method, params }')
    },
    on: (name, listener) => {
      on(name, listener)
      return provider
    },
    removeListener: (name, listener) => {
      off(name, listener)
      return provider
    },
  }

  return {
    provider,
    stateChanged: (from, to) => {
      const [before, after] = [view(from), view(to)]
      isClosingItself =
        to.open && (isClosingItself || (before.accounts.length === 0 && after.accounts.length > 0))
      const [was, is] = [before, after].map(
        ({ accounts, chain }) => accounts.length > 0 && chain !== undefined,
      )
      const chainId = after.chain === undefined ? undefined : hex(after.chain)
      if (chainId !== undefined) {
        if (is && !was) emit('connect', { chainId })
        if (after.chain !== before.chain) emit('chainChanged', chainId)
      }
      if (before.accounts.join() !== after.accounts.join()) emit('accountsChanged', after.accounts)
      if (was && !is) emit('disconnect', new ProviderRpcError(providerCodes.disconnected, 'Disconnected'))
      if (from.open && !to.open) for (const abort of [...underModal]) abort.abort(modalClosed())
    },
  }
}
