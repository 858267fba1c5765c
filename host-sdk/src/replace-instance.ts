import { widgetTopics } from '../../shared/channel/channel-methods.ts'
import { copyPlainData } from '../../shared/channel/copy-plain-data.ts'
import { randomId } from '../../shared/channel/random-id.ts'
import type { BridgeState } from '../../shared/channel/records/entries.ts'
import { providerCodes } from '../../shared/errors/provider-error.ts'
import { linkError } from '../../shared/errors/wire-error.ts'
import { parseWire } from '../../shared/wire-schema.ts'
import type { BridgeStore } from './bridge-store.ts'
import type { Drawbridge } from './drawbridge.ts'
import type { OwnedEthereumProvider } from './provider/ethereum-provider.ts'

const hasFunction = (value: unknown, name: string) => typeof Reflect.get(Object(value), name) === 'function'
/** Whether a value has the functions of an instance: it may come from a bundle of another version. */
const isInstance = (value: unknown, functions: readonly string[]): value is Drawbridge =>
  functions.every((name) => hasFunction(value, name)) &&
  ['request', 'on'].every((name) => hasFunction(Reflect.get(Object(value), 'ethereum'), name))

/**
 * Reports what the replacement reports to all subscribers of this instance. After `destroy` only its provider continues, for
 * as long as a dApp references it: a chain of replaced instances is not retained.
 */
export function forwardToReplacement(
  replacement: Drawbridge,
  signal: AbortSignal,
  store: Pick<BridgeStore, 'apply' | 'emit' | 'state'>,
  ethereum: ForwardedProvider,
): void {
  const provider = new WeakRef(ethereum)
  forwardMessages(replacement, provider)
  if (signal.aborted) {
    forwardStates(replacement, provider, store.state())
    return
  }
  const stops = [
    replacement.subscribe('state', (reported) => {
      const state = parseState(reported)
      if (state) store.apply(state)
    }),
    ...(['alert', 'event'] as const).map((name) =>
      replacement.subscribe(name, (value) => store.emit(name, value)),
    ),
  ]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    forwardStates(replacement, provider, store.state())
  })
}

// Separate functions, because a closure retains everything that its siblings use.
const forwardMessages = (replacement: Drawbridge, provider: WeakRef<ForwardedProvider>) =>
  replacement.ethereum.on('message', (message) => provider.deref()?.onMessage(message))

type ForwardedProvider = Pick<OwnedEthereumProvider, 'stateChanged' | 'onMessage'>

function forwardStates(
  replacement: Drawbridge,
  provider: WeakRef<ForwardedProvider>,
  from: BridgeState,
): void {
  let lastState = from
  const stop = replacement.subscribe('state', (reported) => {
    const [target, state] = [provider.deref(), parseState(reported)]
    if (!target) return stop()
    if (state) target.stateChanged(lastState, state)
    lastState = state ?? lastState
  })
}

const parseState = (reported: unknown): BridgeState | undefined =>
  parseWire(widgetTopics.state, copyPlainData(reported)?.copy).data

/** The error of calls that were pending when the instance was replaced. */
export const replacedError = () =>
  linkError(providerCodes.disconnected, 'A later instance for this project took its place', 'unreachable')

/** Where the page stores its instances, for every bundle of the SDK: the newest one by project. */
const registryKey = Symbol.for('drawbridge.instances')

/** A version 4 UUID, on insecure pages too. */
const createUuid = () => randomId().replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')
const uuidPattern = /^[\da-f-]{36}$/

/** The registry entry of an instance. */
export type InstanceSlot = {
  /** EIP-6963: the same for all instances of a project, so that a dApp lists the widget once. */
  readonly uuid: string
  /** What the previous instance reported last, if there was one. */
  readonly state: BridgeState | undefined
}

/**
 * Replaces the newest instance of a project on this page: one frame and one announcement for each project. The previous
 * instance releases its page; `onReplaced` is called when this one is replaced. The page can write to the registry: its
 * content is parsed.
 */
export function replaceInstance(
  project: string,
  bridge: Drawbridge,
  onReplaced: (replacement: Drawbridge) => BridgeState,
): InstanceSlot {
  const existing: unknown = Reflect.get(globalThis, registryKey)
  const registry = typeof existing === 'object' && existing !== null ? existing : Object.create(null)
  if (registry !== existing)
    Object.defineProperty(globalThis, registryKey, { value: registry, configurable: true, writable: true })
  const previous: unknown = Reflect.get(registry, project)
  const uuid: unknown = Reflect.get(Object(previous), 'uuid')
  const handOver: unknown = Reflect.get(Object(previous), 'handOver')
  // Listed before the page can add members.
  const functions = Object.keys(bridge).filter((name) => hasFunction(bridge, name))
  const entry = {
    uuid: typeof uuid === 'string' && uuidPattern.test(uuid) ? uuid : createUuid(),
    handOver: (replacement: unknown) =>
      isInstance(replacement, functions) ? onReplaced(replacement) : undefined,
  }
  Reflect.set(registry, project, entry)
  let reported: unknown
  try {
    if (typeof handOver === 'function') reported = Reflect.apply(handOver, previous, [bridge])
  } catch {
    // Of another version, or not of the SDK.
  }
  return { uuid: entry.uuid, state: parseState(reported) }
}
