import type * as z from 'zod/mini'
import { chainIdSchema } from '../caip/chain-id.ts'
import { namespaceSchema } from '../caip/namespace.ts'
import { isPlainData, isSmallPlainData } from '../channel/message-limits.ts'
import { confirmMessageMaxBytes, walletIconMaxBytes, walletNameMaxLength } from '../config/limits.ts'
import { networkSchema } from '../config/network.ts'
import { themeModeSchema } from '../config/theme.ts'
import {
  custom,
  listOf,
  matching,
  nonEmptyText,
  oneOf,
  optional,
  strictObject,
  text,
} from '../wire-schema.ts'

/** Id that frame and window share, as in the fragment. */
const id = matching(/^[\w-]{22}$/)

const plain = custom<unknown>(isSmallPlainData)

/**
 * A request may be one text as large as a frame of the channel: typed data that the host sent as an object is serialized for
 * the wallet, with its quotes escaped.
 */
const isPlainRequest = (value: unknown): boolean =>
  isPlainData(value, { bytes: confirmMessageMaxBytes, stringLength: confirmMessageMaxBytes })

/** True if a message of a port is data that can be parsed at all. */
export const isConfirmData = isPlainRequest

/** A JSON-RPC request as the frame serialised it. */
const request = strictObject({
  method: nonEmptyText(128),
  params: custom<readonly unknown[] | object | undefined>(
    (value) => value === undefined || (typeof value === 'object' && value !== null && isPlainRequest(value)),
  ),
})

const address = nonEmptyText(128)

const accountFact = strictObject({
  name: optional(text(256)),
  type: optional(oneOf('ed25519', 'sr25519', 'ecdsa', 'ethereum')),
  genesisHash: optional(text(128)),
})
type AccountFact = {
  name?: string
  type?: 'ed25519' | 'sr25519' | 'ecdsa' | 'ethereum'
  genesisHash?: string
}

/** What a wallet reports of accounts in addition to their addresses, by address. */
const accountFacts = custom<Readonly<Record<string, AccountFact>>>(
  (value) => isSmallPlainData(value) && Object.values(Object(value)).every((fact) => accountFact.fits(fact)),
)

/** The frame's connection; the window never sends requests to the wallet. */
const connection = strictObject({
  namespace: namespaceSchema,
  walletId: nonEmptyText(256),
  handle: nonEmptyText(256),
  walletName: text(walletNameMaxLength),
  icon: optional(text(walletIconMaxBytes)),
  accounts: listOf(address, 256, 1),
  facts: optional(accountFacts),
  chain: chainIdSchema,
})

/** Link that opens the wallet's app on this phone, if the frame has one. */
const appLink = matching(/^[a-z][a-z0-9+.-]{1,63}:[^\s]{0,2000}$/i)

/**
 * One request, as a frame sends it to the confirm window. Without facts, simulation or risks: the window derives those from
 * `request` itself.
 */
export const confirmOfferSchema = strictObject({
  is: oneOf('offer'),
  id,
  /** Origin of the host as the browser reported it to the frame. */
  origin: nonEmptyText(512),
  /** The frame's verification of that origin. */
  status: oneOf('allowed', 'unverified'),
  connection,
  app: optional(appLink),
  request,
  /** Whether the user may lower the request's one approval. */
  hasLimit: oneOf(true, false),
  projectId: text(128),
  locale: optional(nonEmptyText(35)),
  themeMode: themeModeSchema,
  themeVariables: plain,
  /** Known addresses of the namespace, for the risk rules. */
  knownAddresses: listOf(address, 1_000),
  /** Recipients that the user approved before, as CAIP-10. */
  knownReceivers: listOf(text(256), 256),
  /** The network, if only the host described it. */
  network: optional(networkSchema),
})
export type ConfirmOffer = z.infer<typeof confirmOfferSchema>

/** How a request ended while its window was open; `changed`: what the frame pinned has changed. */
const confirmEnd = oneOf('changed', 'cancelled', 'expired', 'answered', 'failed')
export type ConfirmEnd = z.infer<typeof confirmEnd>

/** From frame to window. `ready` creates the mailbox, and proves that its frame has the key. */
export type ToWindow =
  | { readonly is: 'ready' }
  /** Checks that the window is still open; by the opener only. */
  | { readonly is: 'ping' }
  | ConfirmOffer
  /** The wallet has the request. */
  | { readonly is: 'asked' }
  | { readonly is: 'ended'; readonly how: ConfirmEnd }

/** From window to frame. `limit`: the approval as the user lowered it, in base units. */
export type ToFrame =
  | { readonly is: 'hello' }
  | { readonly is: 'pong' }
  | {
      readonly is: 'approved'
      readonly request: z.infer<typeof request>
      readonly limit?: string | undefined
    }
  | { readonly is: 'cancelled' }
  /** The document unloads, or can display nothing. A window that reloads sends `hello` again. */
  | { readonly is: 'closed' }

const ready = strictObject({ is: oneOf('ready', 'ping') })
const askedMessage = strictObject({ is: oneOf('asked') })
const ended = strictObject({ is: oneOf('ended'), how: confirmEnd })
export const toWindowSchema = custom<ToWindow>((value) =>
  [ready, confirmOfferSchema, askedMessage, ended].some((schema) => schema.fits(value)),
)

const plainSigns = strictObject({ is: oneOf('hello', 'pong', 'cancelled', 'closed') })
const approved = strictObject({
  is: oneOf('approved'),
  request,
  limit: optional(matching(/^\d{1,80}$/)),
})
export const toFrameSchema = custom<ToFrame>((value) => plainSigns.fits(value) || approved.fits(value))

/** What a window posts to its opener repeatedly until it gets a response. `visit`: random for each load of the document. */
export const confirmKnockSchema = strictObject({ drawbridge: oneOf('confirm-window'), id, visit: id })
/** The frame's response, with a MessagePort. */
export const confirmPortSchema = strictObject({ drawbridge: oneOf('confirm-port'), id, visit: id })
