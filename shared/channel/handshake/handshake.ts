import { providerCodes } from '../../errors/provider-error.ts'
import { linkError, type WireError } from '../../errors/wire-error.ts'
import { supportedVersions } from '../wire.ts'

/** The three ports of a link: calls to the widget, calls to the host, and control (events, pings, cancels, bye). */
export type LinkPorts = {
  readonly toWidget: MessagePort
  readonly toHost: MessagePort
  readonly ctl: MessagePort
}

/** What both ends agree on before the first call. */
export type Handshake = {
  readonly sid: string
  readonly version: number
  readonly ports: LinkPorts
  readonly caps: readonly string[]
}

/** The highest protocol version both ends speak (docs/protocol.md#9-versions). */
export const commonVersion = (theirs: readonly number[], ours: readonly number[] = supportedVersions) =>
  ours.filter((version) => theirs.includes(version)).sort((a, b) => b - a)[0]

/** The refusal when there is no common version: −32006 with the range this end speaks. */
export const versionRefusal = (): WireError => ({
  code: providerCodes.versionUnsupported,
  message: 'No common protocol version; update needed',
  data: { reason: 'version', min: Math.min(...supportedVersions), max: Math.max(...supportedVersions) },
})

/** The refusal of a frame inside a frame (channel T8). */
export const nestedRefusal = (): WireError => ({
  code: providerCodes.unauthorized,
  message: 'The widget does not run inside nested frames',
  data: { reason: 'nested-frame' },
})

/** The widget did not answer in time, or its document came from somewhere else. */
export const unreachable = () =>
  linkError(providerCodes.disconnected, 'The wallet widget could not be reached', 'unreachable')
