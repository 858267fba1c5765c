import type * as z from 'zod/mini'
import {
  recordId,
  sessionToken,
  type WalletSignatures,
  walletSignaturesSchema,
} from '../api/embedded-account.ts'
import { chainIdSchema } from '../caip/chain-id.ts'
import { namespaceSchema } from '../caip/namespace.ts'
import { isPlainData, isSmallPlainData } from '../channel/message-limits.ts'
import { confirmMessageMaxBytes, walletIconMaxBytes, walletNameMaxLength } from '../config/limits.ts'
import { networkSchema } from '../config/network.ts'
import { themeModeSchema } from '../config/theme.ts'
import {
  custom,
  flag,
  integer,
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
  /** The user of the embedded wallet, for the vault. */
  userId: optional(recordId),
})
export type ConfirmOffer = z.infer<typeof confirmOfferSchema>

/** What a frame opens the vault for, apart from a request to sign. */
const vaultPurpose = oneOf('create', 'keep', 'prove', 'log-in')

/**
 * What the frame sends to a vault that signs no request: `create` or restore the user's wallet here; `keep`: its backups and
 * devices; `prove` the wallet's keys for a change of the account; `log-in` by a passkey.
 */
export const vaultOfferSchema = strictObject({
  is: oneOf('vault-offer'),
  id,
  purpose: vaultPurpose,
  origin: nonEmptyText(512),
  status: oneOf('allowed', 'unverified'),
  /** Absent before the login. */
  userId: optional(recordId),
  /** RFC 7638 thumbprint of the frame's key, which a login is for. */
  keyThumbprint: matching(/^[\w-]{43}$/),
  projectId: text(128),
  locale: optional(nonEmptyText(35)),
  themeMode: themeModeSchema,
  themeVariables: plain,
})
export type VaultOffer = z.infer<typeof vaultOfferSchema>

/** How a request ended while its window was open; `changed`: what the frame pinned has changed. */
const confirmEnd = oneOf('changed', 'cancelled', 'expired', 'answered', 'failed')
export type ConfirmEnd = z.infer<typeof confirmEnd>

/** From frame to window. `ready` creates the mailbox, and proves that its frame has the key. */
export type ToWindow =
  | { readonly is: 'ready' }
  /** Checks that the window is still open; by the opener only. */
  | { readonly is: 'ping' }
  | ConfirmOffer
  | VaultOffer
  /** A ticket of the user's session, which the vault requested. */
  | { readonly is: 'ticket'; readonly ticket: string }
  /** The server's challenge of the frame's session, to `prove`. */
  | { readonly is: 'challenge'; readonly challenge: string }
  /** The frame has no session, or its server did not respond. */
  | { readonly is: 'ticket-refused' }
  /** The wallet has the request. */
  | { readonly is: 'asked' }
  /** The vault's frame on the site has loaded; `index`: among the frames of the widget's document. */
  | { readonly is: 'payment-frame'; readonly index: number }
  | { readonly is: 'ended'; readonly how: ConfirmEnd }

/** From window to frame. `limit`: the approval as the user lowered it, in base units. */
export type ToFrame =
  | { readonly is: 'hello' }
  | { readonly is: 'pong' }
  | {
      readonly is: 'approved'
      readonly request: z.infer<typeof request>
      readonly limit?: string | undefined
      /** What the vault signed; absent from a confirm window. */
      readonly signed?: unknown
    }
  /** The vault has no session of the user. */
  | { readonly is: 'ticket-wanted' }
  /** The vault has the wallet's keys, and the user agreed to prove them. */
  | { readonly is: 'challenge-wanted' }
  /** The wallet is on this device now. */
  | { readonly is: 'wallet-ready' }
  /** The vault may set a spending limit, which it stores in its frame on the site. */
  | { readonly is: 'payment-frame-wanted' }
  /** From the vault's frame: it shows the request, which a spending limit covers. */
  | { readonly is: 'shown' }
  /** From the vault's frame: only the vault's window can decide the request. `hasLimit`: whether the user has any limit here. */
  | { readonly is: 'window-needed'; readonly hasLimit: boolean }
  /** Signatures of the challenge by the wallet's keys. */
  | { readonly is: 'proved'; readonly signatures: WalletSignatures }
  /** The user has logged in to the vault; the ticket is for the frame's key. */
  | { readonly is: 'logged-in'; readonly ticket: string }
  | { readonly is: 'cancelled' }
  /** The document unloads, or can display nothing. A window that reloads sends `hello` again. */
  | { readonly is: 'closed' }

const ready = strictObject({ is: oneOf('ready', 'ping', 'ticket-refused') })
const askedMessage = strictObject({ is: oneOf('asked') })
const ended = strictObject({ is: oneOf('ended'), how: confirmEnd })
/** More frames than a widget has. */
const paymentFrame = strictObject({ is: oneOf('payment-frame'), index: integer(0, 99) })
const challengeMessage = strictObject({ is: oneOf('challenge'), challenge: nonEmptyText(1_024) })
const ticketMessage = strictObject({ is: oneOf('ticket'), ticket: sessionToken })
export const toWindowSchema = custom<ToWindow>((value) =>
  [
    ...[ready, confirmOfferSchema, vaultOfferSchema, ticketMessage, challengeMessage, askedMessage],
    ...[paymentFrame, ended],
  ].some((schema) => schema.fits(value)),
)

const plainSigns = strictObject({
  is: oneOf(
    ...([
      'hello',
      'pong',
      'cancelled',
      'closed',
      'ticket-wanted',
      'challenge-wanted',
      'wallet-ready',
    ] as const),
    ...(['payment-frame-wanted', 'shown'] as const),
  ),
})
const windowNeeded = strictObject({ is: oneOf('window-needed'), hasLimit: flag })
const proved = strictObject({ is: oneOf('proved'), signatures: walletSignaturesSchema })
const loggedIn = strictObject({ is: oneOf('logged-in'), ticket: sessionToken })
const approved = strictObject({
  is: oneOf('approved'),
  request,
  limit: optional(matching(/^\d{1,80}$/)),
  signed: optional(custom<unknown>(isPlainRequest)),
})
export const toFrameSchema = custom<ToFrame>((value) =>
  [plainSigns, windowNeeded, loggedIn, proved, approved].some((schema) => schema.fits(value)),
)

/** What a window posts to its opener repeatedly until it gets a response. `visit`: random for each load of the document. */
export const confirmKnockSchema = strictObject({ drawbridge: oneOf('confirm-window'), id, visit: id })
/** The frame's response, with a MessagePort. */
export const confirmPortSchema = strictObject({ drawbridge: oneOf('confirm-port'), id, visit: id })

/** What the vault's frame posts to the widget once it has stored a spending limit. */
export const limitSetSchema = strictObject({ drawbridge: oneOf('limit-set') })
