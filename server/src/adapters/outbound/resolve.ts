import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Resolves a hostname to addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** Uses the system's resolver, which reads `/etc/hosts`: for hostnames that the operator listed. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true })

/** True if DNS reported that there is no such address. */
const isNegative = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')

/**
 * Uses DNS servers only. The system's resolver occupies one of four threads, which files and cryptography share, for as long
 * as a hostile name server delays its response.
 */
export const resolveByDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const failed = results.find((result) => result.status === 'rejected' && !isNegative(result.reason))
  if (addresses.length === 0 && failed?.status === 'rejected') throw failed.reason
  return addresses.map((address) => ({ address, family: isIP(address) }))
}
