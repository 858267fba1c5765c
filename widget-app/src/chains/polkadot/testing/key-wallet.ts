import type { ApiPromise } from '@polkadot/api'
import { Keyring } from '@polkadot/keyring'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { WalletTransport } from '../../chain-adapter.ts'
import { createWalletTransport } from '../../testing/page-with-wallet.ts'
import type { PromptOutcome } from '../../testing/prompt-outcome.ts'

/** An account as the wallet lists it, with its key. */
export type KeyAccount = {
  readonly uri: string
  readonly type: 'sr25519' | 'ed25519' | 'ecdsa'
  /** Binds the account to one chain. */
  readonly genesisHash?: string
}

const payloadSchema = z.looseObject({ address: z.string(), method: z.string(), version: z.literal(4) })

/** The payload of a signing request. */
export type SignerPayload = z.output<typeof payloadSchema>

type SignedResponse = { readonly id: number; readonly signature: string }
type RewriteResponse = (response: SignedResponse, wholeExtrinsic: (method?: string) => string) => unknown

/** A wallet with its own keys that creates real signatures, with a scripted user. */
export type KeyWallet = WalletTransport & {
  setMood(mood: PromptOutcome): void
  prompts(): number
  /** Runtime definitions that it received. */
  provided(): readonly unknown[]
  /** Accounts as this wallet lists them, for `accountsChanged`. */
  listed(): readonly object[]
  emit(event: string, data: unknown): void
  share(accounts: readonly KeyAccount[]): void
  /** Changes a payload on its way to the wallet, as a page script would; `undefined` stops this. */
  tamper(change: ((payload: SignerPayload) => SignerPayload) | undefined): void
  /** Changes the wallet's response; `wholeExtrinsic` creates the extrinsic itself, of the requested or another call. */
  rewrite(change: RewriteResponse | undefined): void
}

const addressOf = ({ uri, type }: KeyAccount): string =>
  new Keyring({ type, ss58Format: 42 }).addFromUri(uri).address

/** The address of a test key. */
export const keyAddress = addressOf

/** Creates a wallet that signs with the types of `api`, a chain client independent of the adapter's. */
export function keyWallet(
  found: DiscoveredWallet,
  first: readonly KeyAccount[],
  api: () => Promise<ApiPromise>,
): KeyWallet {
  let accounts = first
  let mood: PromptOutcome = 'approves'
  let prompts = 0
  const provided: unknown[] = []
  let isConnected = false
  let tamperPayload: ((payload: SignerPayload) => SignerPayload) | undefined
  let rewriteResponse: RewriteResponse | undefined

  const listed = () =>
    accounts.map((account) => ({
      address: addressOf(account),
      name: account.uri,
      type: account.type,
      ...(account.genesisHash === undefined ? {} : { genesisHash: account.genesisHash }),
    }))

  const prompt = () => {
    if (mood === 'is-already-asked')
      throw new ProviderRpcError(providerCodes.requestPending, 'Request already pending')
    prompts += 1
    if (mood === 'rejects') throw new ProviderRpcError(providerCodes.userRejected, 'Cancelled')
  }

  const sign = async (requested: SignerPayload): Promise<unknown> => {
    const payload = tamperPayload?.(requested) ?? requested
    const account = accounts.find((each) => addressOf(each) === payload.address)
    if (account === undefined) throw new ProviderRpcError(providerCodes.unauthorized, 'Unknown account')
    const pair = new Keyring({ type: account.type }).addFromUri(account.uri)
    const { registry, tx } = await api()
    registry.setSignedExtensions(z.array(z.string()).parse(payload.signedExtensions))
    const signable = registry.createType('ExtrinsicPayload', payload, { version: payload.version })
    const { signature } = signable.sign(pair)
    const wholeExtrinsic = (method = payload.method): string =>
      tx(registry.createType('Call', method))
        .addSignature(payload.address, signature, signable.toU8a())
        .toHex()
    const response = { id: prompts, signature }
    return rewriteResponse?.(response, wholeExtrinsic) ?? response
  }

  const handlers: Record<string, (params: unknown) => unknown> = {
    'injectedWeb3:enable': (params) => {
      const isSilent = z.object({ silent: z.optional(z.boolean()) }).parse(params).silent ?? false
      if (isSilent) return { accounts: isConnected && mood !== 'has-locked-it' ? listed() : [] }
      prompt()
      isConnected = true
      return { accounts: listed() }
    },
    'injectedWeb3:disconnect': () => {
      isConnected = false
      return null
    },
    'injectedWeb3:metadata.provide': (params) => {
      provided.push(params)
      return true
    },
    'injectedWeb3:signPayload': (params) => {
      prompt()
      return sign(payloadSchema.parse(params))
    },
  }

  return {
    ...createWalletTransport(found, handlers),
    listed,
    setMood: (next) => {
      mood = next
    },
    prompts: () => prompts,
    provided: () => provided,
    share: (next) => {
      accounts = next
    },
    tamper: (change) => {
      tamperPayload = change
    },
    rewrite: (change) => {
      rewriteResponse = change
    },
  }
}
