import { decodeBase58 } from '../../../shared/caip/base58.ts'
import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import { integer, listOf, openObject, parseWire, text } from '../../../shared/wire-schema.ts'
import { type InjectedSigner, injectedSigner, type RawPayload } from '../injected-signer.ts'
import type { AnnouncementPorts } from './announcement-ports.ts'
import { accountsOf, connectPlatform } from './connect-platform.ts'

/** An account as extensions return it (`@polkadot/extension-inject` InjectedAccount); papi drops one without a type. */
export type InjectedAccount = {
  address: string
  type: NonNullable<AccountEntry['type']>
  name?: string
  genesisHash?: string
}

/** What `enable` resolves to (`@polkadot/extension-inject` Injected). */
export type Injected = {
  accounts: {
    get(anyType?: boolean): Promise<InjectedAccount[]>
    /** Calls the listener with the current list, then on each change, until the returned function is called. */
    subscribe(listener: (accounts: InjectedAccount[]) => unknown): () => void
  }
  signer: InjectedSigner
  /** Metadata that the connected extension has, and how to provide more (`@polkadot/extension-inject` InjectedMetadata). */
  metadata: {
    /** Empty if no wallet is connected, or if the wallet stores no metadata. */
    get(): Promise<KnownMetadata[]>
    /** Whether the extension accepted it, which its user decides there; false if the wallet stores no metadata. */
    provide(definition: KnownMetadata): Promise<boolean>
  }
}

type KnownMetadata = { genesisHash: string; specVersion: number }

// The texts of Polkadot{.js}, which dApps compare.
const notConnectedText = 'Connection request was cancelled by the user.'
const cancelledText = 'Cancelled'

const knownMetadata = listOf(openObject({ genesisHash: text(128), specVersion: integer() }))

const toInjectedAccount = ({ address, name, genesisHash, type }: AccountEntry): InjectedAccount => ({
  address,
  type: type ?? (address.startsWith('0x') ? 'ethereum' : 'sr25519'),
  ...(name && { name }),
  ...(genesisHash && { genesisHash }),
})

/** The public key of an address, whatever its prefix, as a text for comparison. */
function publicKeyOf(address: string): string {
  if (address.startsWith('0x')) return address.toLowerCase()
  const bytes = decodeBase58(address) ?? []
  // One byte of prefix below 64, else two; two bytes of checksum.
  return bytes.slice((bytes[0] ?? 0) < 64 ? 1 : 2, -2).join()
}

function createInjected({ bridge, reconnected }: AnnouncementPorts): Injected {
  const accounts = () => accountsOf(bridge, 'polkadot').map(toInjectedAccount)

  /** Requests metadata of the active wallet; undefined if the wallet has no such method. */
  const requestMetadata = async (method: string, params?: object): Promise<unknown> => {
    const [account] = accountsOf(bridge, 'polkadot')
    if (!account) throw new ProviderRpcError(providerCodes.unauthorized, 'Connect a wallet first')
    try {
      return await bridge.requestWallet(account.walletId, { method, ...(params && { params }) })
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== providerCodes.unsupportedMethod) throw error
      return undefined
    }
  }

  const signWithAccount = async <Result>(
    address: unknown,
    sign: (signer: InjectedSigner) => Promise<Result>,
  ) => {
    const key = publicKeyOf(String(address))
    const account = accountsOf(bridge, 'polkadot').find((one) => publicKeyOf(one.address) === key)
    if (!account) throw new ProviderRpcError(providerCodes.unauthorized, 'The account is not connected')
    try {
      return await sign(injectedSigner(bridge, account))
    } catch (error) {
      // By its code: the error is of another file of the SDK, with a class of its own.
      if (Reflect.get(Object(error), 'code') !== providerCodes.userRejected) throw error
      throw new ProviderRpcError(providerCodes.userRejected, cancelledText)
    }
  }

  return {
    accounts: {
      get: async () => {
        if (accounts().length === 0) await reconnected()
        return accounts()
      },
      subscribe: (listener) => {
        let lastEmitted: string | undefined
        let isSubscribed = true
        const emitIfChanged = () => {
          const list = accounts()
          const text = JSON.stringify(list)
          if (!isSubscribed || text === lastEmitted) return
          lastEmitted = text
          listener(list)
        }
        // The listener must not run before `subscribe` has returned the unsubscribe function.
        const stop = bridge.subscribe('accounts', () => queueMicrotask(emitIfChanged))
        return () => {
          isSubscribed = false
          stop()
        }
      },
    },
    signer: {
      signPayload: (original) => {
        // Copied once, so that the account of this address signs exactly this payload.
        const payload = { ...original }
        return signWithAccount(Reflect.get(payload, 'address'), async (signer) => {
          const { signedTransaction, ...rest } = await signer.signPayload(payload)
          // `@polkadot/api` rejects a signed transaction that it did not request.
          const isTransactionRequested = Reflect.get(payload, 'withSignedTransaction') === true
          return { ...rest, ...(isTransactionRequested && signedTransaction && { signedTransaction }) }
        })
      },
      signRaw: ({ address, data }: RawPayload) =>
        signWithAccount(address, (signer) => signer.signRaw({ address, data })),
    },
    metadata: {
      get: async () => {
        if (accounts().length === 0) return []
        return parseWire(knownMetadata, await requestMetadata('injectedWeb3:metadata.get')).data ?? []
      },
      provide: async (definition) =>
        (await requestMetadata('injectedWeb3:metadata.provide', definition)) === true,
    },
  }
}

const injectedByPorts = new WeakMap<AnnouncementPorts, Injected>()

/**
 * Implements `injectedWeb3.drawbridge.enable`. Resolves at once if a wallet is connected or reconnects. Else a call with
 * user activation opens the modal. Without activation it resolves without accounts, because `web3Enable` waits for all
 * wallets of the page.
 * @throws ProviderRpcError 4001 if the modal closes without an account; 4900 after `destroy`.
 */
export async function enablePolkadot(
  ports: AnnouncementPorts,
  hasUserActivation: boolean,
): Promise<Injected> {
  const { bridge, reconnected, signal } = ports
  signal.throwIfAborted()
  const hasNoAccount = () => accountsOf(bridge, 'polkadot').length === 0
  // Always first, so that a click on something else does not open the modal for a call that the page makes on load.
  if (hasNoAccount()) await reconnected()
  if (hasNoAccount() && hasUserActivation) await connectPlatform(ports, 'polkadot', notConnectedText)
  const existing = injectedByPorts.get(ports) ?? createInjected(ports)
  injectedByPorts.set(ports, existing)
  return existing
}
