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

const emptyObject = strictObject({})
const rpcRequest = {
  method: nonEmptyText(64),
  params: anything,
}
const rpcResult = strictObject({ result: anything })
const rpcRisk = (request: { method: string }): Risk => (mayPrompt(request.method) ? 'prompt' : 'read')

/**
 * A value that a page passes to a function of the SDK. The widget parses it (`bridge/host-methods.ts`) and fails with −32602
 * and a message that names the parameter; schemas and messages would cost every host page more than the rest of this table.
 */
const unparsed = <Input>() => custom<unknown, Input>(() => true)

/** Methods the widget serves to the host. */
export const widgetMethods = {
  /**
   * Replaces the host's configuration: once after `accept`, and again when the host changes it. The widget parses it
   * (`readHostConfig`), as `unparsed`.
   */
  'config.set': method(strictObject({ config: anything }), emptyObject, view),
  /** Opens the modal; settles when the user connects or closes it. */
  'modal.open': method(unparsed<OpenRequestInput>(), modalResultSchema, { risk: 'view' }),
  'modal.close': method(emptyObject, emptyObject, view),
  /** The user pressed Escape while the focus was in the host page. */
  'modal.escape': method(emptyObject, emptyObject, view),
  'state.get': method(emptyObject, bridgeStateSchema, read),
  'wallet.connect': method(unparsed<{ walletId: string }>(), emptyObject, prompt),
  'session.disconnect': method(
    unparsed<{ namespace?: Namespace | undefined; walletId?: string }>(),
    emptyObject,
    view,
  ),
  'network.switch': method(unparsed<{ chainId: string }>(), emptyObject, prompt),
  'theme.set': method(unparsed<{ mode?: ThemeMode | undefined; variables?: unknown }>(), emptyObject, view),
  /** Whether the user consented to analytics; the configuration has the initial value. */
  'consent.set': method(unparsed<{ analytics: boolean }>(), emptyObject, view),
  /**
   * A request of the dApp. Without `walletId`: EIP-1193, for the connected wallet; with it: for that connected wallet, in
   * the methods of its own ecosystem (docs/protocol.md).
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
  /**
   * Starts the `wallets` topic and returns the current list. Not called before the user opens the modal or the widget
   * restores a stored connection.
   */
  'wallets.watch': method(
    emptyObject,
    strictObject({ wallets: listOf(discoveredWalletSchema, walletLimit) }),
    read,
  ),
  /** Forwards a request to a wallet of the page. */
  'provider.request': method(strictObject({ handle: idSchema, ...rpcRequest }), rpcResult, {
    risk: rpcRisk,
  }),
  /** Calls one of the host's sign-in functions (`SignInFunctions`); no result if it has none. */
  'siwx.call': method(
    strictObject({
      name: oneOf('getNonce', 'getSessions', 'addSession', 'revokeSession'),
      params: anything,
    }),
    rpcResult,
    view,
  ),
  /** Reads a chain from the RPC that the host configured for it: values for display that no other source has. */
  'chain.read': method(strictObject({ chainId: chainIdSchema, ...rpcRequest }), rpcResult, read),
  'overlay.show': method(emptyObject, emptyObject, view),
  'overlay.hide': method(emptyObject, emptyObject, view),
  /** Embedded mode: the height the widget needs, CSS pixels. */
  'frame.resize': method(strictObject({ height: integer(0, 10_000) }), emptyObject, view),
}

/** Topics the widget emits. */
export const widgetTopics = {
  /** The complete state after each change. */
  state: bridgeStateSchema,
  /** EIP-1193 `message` for the dApp: the events of its subscriptions. */
  message: strictObject({ type: text(64), data: anything }),
  /** A developer-facing alert (SPEC §8). */
  alert: strictObject({
    code: text(32),
    message: text(512),
  }),
  /** An analytics event; only to a host with the capability `events`. */
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
