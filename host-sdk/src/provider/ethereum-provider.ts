import { createEmitter } from '../../../shared/channel/emitter.ts'
import type { BridgeState, ModalResult } from '../../../shared/channel/records/entries.ts'
import { isAllowedForWallet } from '../../../shared/channel/rpc-policy.ts'
import { type WidgetWallet, widgetWalletSymbol } from '../../../shared/channel/wallets/widget-wallet.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import { methodNotAllowedError, modalClosedError } from './request-errors.ts'

/** EIP-1193 request arguments. */
export type RequestArguments = {
  /** The method's name. */
  readonly method: string
  /** Its parameters. */
  readonly params?: readonly unknown[] | object
}

/** Events of EIP-1193 and their payloads. */
export type EthereumEvents = {
  /** Addresses of the active Ethereum wallet, the active one first. */
  accountsChanged: readonly string[]
  /** The active network, as a hexadecimal chain id. */
  chainChanged: string
  /** The first account was connected. */
  connect: { readonly chainId: string }
  /** The last account was disconnected: code 4900. */
  disconnect: ProviderRpcError
  /** A notification of `eth_subscribe`. */
  message: { readonly type: string; readonly data?: unknown }
}

/** The widget as an EIP-1193 provider, in front of the wallet that the user connected. */
export type EthereumProvider = {
  /**
   * Answers `eth_accounts` and `eth_chainId` from the current state; `eth_requestAccounts` opens the modal if no account
   * is connected; all other requests are sent to the widget.
   * @throws ProviderRpcError with EIP-1193, EIP-1474 and EIP-5792 codes.
   */
  request(args: RequestArguments): Promise<unknown>
  /** Adds a listener of an event of EIP-1193. */
  on<Name extends keyof EthereumEvents>(
    name: Name,
    listener: (value: EthereumEvents[Name]) => void,
  ): EthereumProvider
  /** Removes a listener. */
  removeListener<Name extends keyof EthereumEvents>(
    name: Name,
    listener: (value: EthereumEvents[Name]) => void,
  ): EthereumProvider
}

export type EthereumProviderPorts = {
  /** Aborts with the instance. */
  readonly signal: AbortSignal
  readonly state: () => BridgeState
  /** The provider that replaces this one. */
  readonly replacement: () => Pick<EthereumProvider, 'request'> | undefined
  /** Resolves when the enabled wallets have reconnected, or after the maximum wait. */
  readonly reconnected: () => Promise<void>
  /** Opens the modal on eip155. */
  readonly connect: () => Promise<ModalResult>
  readonly send: (method: string, params: unknown) => Promise<unknown>
}

/** The provider, with the functions of its owner. */
export type OwnedEthereumProvider = {
  readonly provider: EthereumProvider
  /** Emits, once and in order, what changed between the two states. */
  stateChanged(from: BridgeState, to: BridgeState): void
  /** Emits data of a subscription. */
  onMessage(message: EthereumEvents['message']): void
}

const prefix = 'eip155:'

/** With several wallets the active one comes first. Requests go to it, so only its accounts are returned. */
function activeAccounts(accounts: BridgeState['accounts']): string[] {
  const activeWalletId = accounts.find(({ namespace }) => namespace === 'eip155')?.walletId
  return accounts.flatMap(({ walletId, address }) => (walletId === activeWalletId ? address : []))
}

/** The part of a state that a dApp sees: addresses, and the active network as a decimal number. */
const toPublicView = ({ accounts, chains }: BridgeState) => ({
  accounts: activeAccounts(accounts),
  chain: chains.find((chain) => chain.startsWith(prefix))?.slice(prefix.length),
})

const hex = (decimal: string) => `0x${BigInt(decimal).toString(16)}`

/** Creates `bridge.ethereum` over the current state and the link. */
export function createEthereumProvider(ports: EthereumProviderPorts): OwnedEthereumProvider {
  const { on, off, emit } = createEmitter<EthereumEvents>()

  /** The current accounts, if necessary after the enabled wallets have reconnected. */
  const currentAccounts = async () => {
    const { accounts } = toPublicView(ports.state())
    if (accounts.length > 0) return accounts
    await ports.reconnected()
    return toPublicView(ports.state()).accounts
  }

  let isConnecting = false
  const connect = async () => {
    if (isConnecting) throw new ProviderRpcError(providerCodes.requestPending, 'Already asked to connect')
    isConnecting = true
    try {
      const result = await ports.connect()
      const { accounts } = toPublicView(ports.state())
      if (accounts.length > 0) return accounts
      // The result may arrive before the state.
      if (result.is === 'connected' && result.namespace === 'eip155') return [result.address]
      // The user may close the modal while an enabled wallet reconnects.
      const reconnected = await currentAccounts()
      if (reconnected.length > 0) return reconnected
      throw modalClosedError()
    } finally {
      isConnecting = false
    }
  }

  const request = async ({ method, params }: RequestArguments) => {
    ports.signal.throwIfAborted()
    const { accounts, chain } = toPublicView(ports.state())
    if (method === 'eth_requestAccounts') return accounts.length > 0 ? accounts : connect()
    if (method === 'wallet_requestPermissions' && accounts.length === 0) {
      await connect()
      return ports.send('wallet_getPermissions', [])
    }
    if (method === 'eth_accounts') return currentAccounts()
    // Same condition as above: without a wallet the widget returns no permissions.
    if (method === 'wallet_getPermissions') await currentAccounts()
    if (chain !== undefined) {
      if (method === 'eth_chainId') return hex(chain)
      if (method === 'net_version') return chain
    }
    // While the modal is open the widget rejects the request itself, because it also shows that.
    if (!isAllowedForWallet(method) && !ports.state().open) throw methodNotAllowedError()
    return ports.send(method, params)
  }

  const provider: EthereumProvider & WidgetWallet = {
    [widgetWalletSymbol]: true,
    request: async (args) => {
      const { method, params } = Object(args)
      if (typeof method === 'string') return (ports.replacement()?.request ?? request)({ method, params })
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
    onMessage: (message) => emit('message', message),
    stateChanged: (from, to) => {
      const [before, after] = [toPublicView(from), toPublicView(to)]
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
    },
  }
}
