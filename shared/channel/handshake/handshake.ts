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

/** The highest protocol version that both ends support (docs/protocol.md#9-versions). */
export const commonVersion = (
  peerVersions: readonly number[],
  ownVersions: readonly number[] = supportedVersions,
) => ownVersions.filter((version) => peerVersions.includes(version)).sort((a, b) => b - a)[0]

/** The error without a common version: −32006 with the range that this end supports. */
export const unsupportedVersionError = (): WireError => ({
  code: providerCodes.versionUnsupported,
  message: 'No common protocol version; update needed',
  data: { reason: 'version', min: Math.min(...supportedVersions), max: Math.max(...supportedVersions) },
})

/** The error for a frame inside a frame (channel T8). */
export const nestedFrameError = (): WireError => ({
  code: providerCodes.unauthorized,
  message: 'The widget does not run inside nested frames',
  data: { reason: 'nested-frame' },
})

/** The widget did not respond in time, or its document has another origin. */
export const unreachableError = () =>
  linkError(providerCodes.disconnected, 'The wallet widget could not be reached', 'unreachable')
