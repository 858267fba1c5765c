import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { WalletTransport } from '../chain-adapter.ts'
import { embeddedHandle } from '../embedded-handle.ts'
import { type EmbeddedPorts, embeddedWalletKey } from '../embedded-source.ts'
import { eip155Wallet } from './eip155-wallet.ts'
import type { EmbeddedWallet, WalletPorts } from './embedded-wallet.ts'
import { polkadotWallet } from './polkadot-wallet.ts'
import { solanaWallet } from './solana-wallet.ts'

type WalletNamespace = DiscoveredWallet['namespace']
type Listener = (event: string, data: unknown) => void

/** Ports of the transport. */
export type EmbeddedTransportPorts = EmbeddedPorts & {
  /** The generic SS58 address of a public key in hex. @throws if a file cannot be loaded. */
  readonly polkadotAddress: (publicKey: string) => Promise<string>
}

const namespaces = ['eip155', 'solana', 'polkadot'] as const satisfies readonly WalletNamespace[]

const noAccount = () => new ProviderRpcError(providerCodes.unauthorized, 'The wallet has no account here')

/** The part of the wallet's source that one namespace has: its account, listeners, and whether it was disconnected. */
function namespacePorts(ports: EmbeddedTransportPorts, namespace: WalletNamespace) {
  const listeners = new Set<Listener>()
  let isDisconnected = false
  const account = async (): Promise<string | undefined> => {
    const text = ports.accounts()?.[namespace]
    return text === undefined || namespace !== 'polkadot' ? text : ports.polkadotAddress(text)
  }
  const wallet: WalletPorts<string> = {
    shared: async () => (isDisconnected ? undefined : account()),
    connect: async () => {
      const address = await account()
      if (address === undefined) throw noAccount()
      isDisconnected = false
      return address
    },
    disconnect: () => {
      isDisconnected = true
    },
    emit: (event, data) => {
      for (const listener of [...listeners]) listener(event, data)
    },
    sign: async (request, options) => {
      if (isDisconnected || ports.accounts() === undefined) throw noAccount()
      options?.signal?.throwIfAborted()
      return ports.sign(embeddedHandle(namespace), request, options)
    },
  }
  return { wallet, listeners, isShared: () => !isDisconnected }
}

/**
 * Our own wallet as a source of three wallets, which exist while it has accounts. It answers what needs no key; requests for
 * signatures go to `sign`.
 */
export function createEmbeddedTransport(ports: EmbeddedTransportPorts): WalletTransport {
  const parts = {
    eip155: namespacePorts(ports, 'eip155'),
    solana: namespacePorts(ports, 'solana'),
    polkadot: namespacePorts(ports, 'polkadot'),
  }
  const wallets: Readonly<Record<WalletNamespace, EmbeddedWallet>> = {
    eip155: eip155Wallet(ports, parts.eip155.wallet),
    solana: solanaWallet(ports, parts.solana.wallet),
    polkadot: polkadotWallet(parts.polkadot.wallet),
  }
  const watchers = new Set<() => void>()
  const list = (): readonly DiscoveredWallet[] =>
    ports.accounts() === undefined
      ? []
      : namespaces.map((namespace) => ({
          handle: embeddedHandle(namespace),
          namespace,
          source: 'embedded',
          injectedId: embeddedWalletKey,
          ...ports.wallet,
        }))
  const namespaceOfHandle = (handle: string): WalletNamespace | undefined =>
    namespaces.find((namespace) => embeddedHandle(namespace) === handle)

  let known = ports.accounts()
  ports.watchAccounts(() => {
    const before = known
    known = ports.accounts()
    for (const namespace of namespaces)
      if (parts[namespace].isShared() && known?.[namespace] !== before?.[namespace])
        wallets[namespace].emitAccounts().catch((cause: unknown) => {
          ports.log('The accounts of the wallet could not be reported', cause)
        })
    if ((known === undefined) !== (before === undefined)) for (const notify of [...watchers]) notify()
  })

  return {
    list,
    watch: (onChange) => {
      const notify = () => onChange(list())
      watchers.add(notify)
      notify()
      return () => watchers.delete(notify)
    },
    request: async (handle, request, options) => {
      const namespace = namespaceOfHandle(handle)
      if (namespace === undefined) throw noAccount()
      return wallets[namespace].request(request, options)
    },
    onEvent: (handle, listener) => {
      const namespace = namespaceOfHandle(handle)
      if (namespace === undefined) return () => undefined
      const subscriber: Listener = (event, data) => listener(event, data)
      const { listeners } = parts[namespace]
      listeners.add(subscriber)
      return () => listeners.delete(subscriber)
    },
  }
}
