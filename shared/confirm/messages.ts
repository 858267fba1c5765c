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

/** Id that frame and window share, as it is in the fragment. */
const id = matching(/^[\w-]{22}$/)

const plain = custom<unknown>(isSmallPlainData)

/**
 * A request may be one text as large as a frame of the channel: typed data that the site sent as an object is written as
 * text for the wallet, with its quotes escaped.
 */
const isPlainRequest = (value: unknown): boolean =>
  isPlainData(value, { bytes: confirmMessageMaxBytes, stringLength: confirmMessageMaxBytes })

/** Whether what came by a port is data that can be parsed at all. */
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

/** What a wallet says of accounts beside their addresses, by address. */
const accountFacts = custom<Readonly<Record<string, AccountFact>>>(
  (value) => isSmallPlainData(value) && Object.values(Object(value)).every((fact) => accountFact.fits(fact)),
)

/** The connection that the frame holds; the window never asks the wallet by it. */
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

/** What opens the wallet's app on this phone, where the frame knows it. */
const appLink = matching(/^[a-z][a-z0-9+.-]{1,63}:[^\s]{0,2000}$/i)

/**
 * What a frame tells the confirm window of one request. No facts, simulation or risks: the window derives those from
 * `request` itself.
 */
export const confirmOfferSchema = strictObject({
  is: oneOf('offer'),
  id,
  /** Origin of the site as the browser reported it to the frame. */
  origin: nonEmptyText(512),
  /** What the frame's check of that origin said. */
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
  /** Addresses of the namespace that the user knows, for the risk rules. */
  knownAddresses: listOf(address, 1_000),
  /** Receivers that the user approved before, as CAIP-10. */
  knownReceivers: listOf(text(256), 256),
  /** The network that only the host described. */
  network: optional(networkSchema),
})
export type ConfirmOffer = z.infer<typeof confirmOfferSchema>

/** How a request ended while its window was open; `changed`: what the frame pinned is no longer so. */
const confirmEnd = oneOf('changed', 'cancelled', 'expired', 'answered', 'failed')
export type ConfirmEnd = z.infer<typeof confirmEnd>

/** From frame to window. `ready` makes the mailbox, and proves that its frame has the key. */
export type ToWindow =
  | { readonly is: 'ready' }
  /** Whether the window is there still; by the opener only. */
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
  /** The document unloads, or can show nothing. A window that is only reloaded says `hello` again. */
  | { readonly is: 'closed' }

const ready = strictObject({ is: oneOf('ready', 'ping') })
const asked = strictObject({ is: oneOf('asked') })
const ended = strictObject({ is: oneOf('ended'), how: confirmEnd })
export const toWindowSchema = custom<ToWindow>((value) =>
  [ready, confirmOfferSchema, asked, ended].some((schema) => schema.fits(value)),
)

const plainSigns = strictObject({ is: oneOf('hello', 'pong', 'cancelled', 'closed') })
const approved = strictObject({
  is: oneOf('approved'),
  request,
  limit: optional(matching(/^\d{1,80}$/)),
})
export const toFrameSchema = custom<ToFrame>((value) => plainSigns.fits(value) || approved.fits(value))

/** What a window posts to its opener, again and again until it is answered. `visit`: random for each load of the document. */
export const confirmKnockSchema = strictObject({ drawbridge: oneOf('confirm-window'), id, visit: id })
/** What the frame answers, with a MessagePort. */
export const confirmPortSchema = strictObject({ drawbridge: oneOf('confirm-port'), id, visit: id })
