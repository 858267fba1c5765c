import type { SessionSource, SessionSourceOptions, SessionSourcePorts } from '../walletconnect-source.ts'
import { openClient } from './client.ts'
import { openSessionSource } from './session-source.ts'

/** Starts WalletConnect and restores the stored sessions. */
export async function startSessionSource(
  options: SessionSourceOptions,
  ports: SessionSourcePorts,
): Promise<SessionSource> {
  return openSessionSource(await openClient(options, ports.records), ports)
}
