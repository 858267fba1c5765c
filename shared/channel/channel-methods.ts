import { chainIdSchema } from '../caip/chain-id.ts'
import type { Namespace } from '../caip/namespace.ts'
import { interactiveTimeoutMs, readTimeoutMs, walletLimit } from '../config/limits.ts'
import type { OpenRequestInput } from '../config/requested-view.ts'
import type { ThemeMode } from '../config/theme.ts'
import {
  anything,
  custom,
  integer,
  listOf,
  nonEmptyText,
  oneOf,
  optional,
  strictObject,
  text,
} from '../wire-schema.ts'
import { method, type Risk } from './method.ts'
import { discoveredWalletSchema } from './records/discovered-wallet.ts'
import { bridgeStateSchema, modalResultSchema } from './records/entries.ts'
import { widgetEventSchema } from './records/widget-event.ts'
import { mayPrompt } from './rpc-policy.ts'
import { idSchema } from './wire.ts'

/** The contract of link v1: every method and event topic of both ends, in one table each. */

const read = { risk: 'read', timeoutMs: readTimeoutMs } as const
const view = { risk: 'view', timeoutMs: readTimeoutMs } as const
const prompt = { risk: 'prompt', timeoutMs: interactiveTimeoutMs } as const

const nothing = strictObject({})
const rpcRequest = {
  method: nonEmptyText(64),
  params: anything,
}
const rpcResult = strictObject({ result: anything })
const rpcRisk = (request: { method: string }): Risk => (mayPrompt(request.method) ? 'prompt' : 'read')

/**
 * What a page passes to a function of the SDK. The widget parses it (`bridge/host-methods.ts`) and answers −32602 in words
 * that name the parameter; schemas and words would cost every host page more than the rest of this table.
 */
const passed = <Input>() => custom<unknown, Input>(() => true)

/** Methods the widget serves to the host. */
export const widgetMethods = {
  /**
   * Replaces the host's configuration: once after `accept`, and again when the host changes it. The widget parses it
   * (`readHostConfig`), as `passed`.
   */
  'config.set': method(strictObject({ config: anything }), nothing, view),
  /** Opens the modal; settles when it is connected or closed. */
  'modal.open': method(passed<OpenRequestInput>(), modalResultSchema, { risk: 'view' }),
  'modal.close': method(nothing, nothing, view),
  /** Escape was pressed while the focus was in the host page. */
  'modal.escape': method(nothing, nothing, view),
  'state.get': method(nothing, bridgeStateSchema, read),
  'wallet.connect': method(passed<{ walletId: string }>(), nothing, prompt),
  'session.disconnect': method(
    passed<{ namespace?: Namespace | undefined; walletId?: string }>(),
    nothing,
    view,
  ),
  'network.switch': method(passed<{ chainId: string }>(), nothing, prompt),
  'theme.set': method(passed<{ mode?: ThemeMode | undefined; variables?: unknown }>(), nothing, view),
  /** Whether the person has agreed to be counted; the configuration says it for the first time. */
  'consent.set': method(passed<{ analytics: boolean }>(), nothing, view),
  /**
   * A request of the dApp: in EIP-1193, to whatever wallet is connected there; with `walletId`, to that connected
   * wallet in the words of its own ecosystem (docs/protocol.md).
   */
  'wallet.request': method(
    strictObject({ ...rpcRequest, walletId: optional(nonEmptyText(256)) }),
    rpcResult,
    {
      risk: rpcRisk,
    },
  ),
}

/** Methods the host serves to the widget. */
export const hostMethods = {
  /** Starts the `wallets` topic and answers the present list. Not called before a person opens the modal or a stored connection is restored. */
  'wallets.watch': method(
    nothing,
    strictObject({ wallets: listOf(discoveredWalletSchema, walletLimit) }),
    read,
  ),
  /** Passes a request to a wallet found in the page. */
  'provider.request': method(strictObject({ handle: idSchema, ...rpcRequest }), rpcResult, {
    risk: rpcRisk,
  }),
  /** Calls one of the site's own functions for signing in (`SignInFunctions`); no result where it has none. */
  'siwx.call': method(
    strictObject({
      name: oneOf('getNonce', 'getSessions', 'addSession', 'revokeSession'),
      params: anything,
    }),
    rpcResult,
    view,
  ),
  /** Reads a chain from the RPC that the site gave for it: figures for show, which nobody else can tell the widget. */
  'chain.read': method(strictObject({ chainId: chainIdSchema, ...rpcRequest }), rpcResult, read),
  'overlay.show': method(nothing, nothing, view),
  'overlay.hide': method(nothing, nothing, view),
  /** Embedded mode: the height the widget needs, CSS pixels. */
  'frame.resize': method(strictObject({ height: integer(0, 10_000) }), nothing, view),
}

/** Topics the widget emits. */
export const widgetTopics = {
  /** The whole state after each change. */
  state: bridgeStateSchema,
  /** EIP-1193 `message` for the dApp: what its subscriptions bring. */
  message: strictObject({ type: text(64), data: anything }),
  /** A developer-facing alert (SPEC §8). */
  alert: strictObject({
    code: text(32),
    message: text(512),
  }),
  /** Something happened; only to a host with the capability `events`. */
  event: widgetEventSchema,
}

/** Topics the host emits. */
export const hostTopics = {
  wallets: listOf(discoveredWalletSchema, walletLimit),
  provider: strictObject({
    handle: idSchema,
    event: oneOf('accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message'),
    data: anything,
  }),
}

export type WidgetMethods = typeof widgetMethods
export type HostMethods = typeof hostMethods
export type WidgetTopics = typeof widgetTopics
export type HostTopics = typeof hostTopics
