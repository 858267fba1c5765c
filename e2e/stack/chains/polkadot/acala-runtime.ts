import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { hexToU8a } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto'

/** Release of the runtime, which its storage names too. */
export const acalaVersion = 2220

/** Size in bytes and BLAKE2-256 of the runtime. */
const known = {
  size: 1_555_245,
  hash: '0xd5a7b7171e3517671ff41d41065edbc56204b94491891e042100684b006e25e2',
}

/** A recorded block of a test of chopsticks carries the runtime: its only way into the registry of npm. */
const recording = 'plugins/run-block/__snapshots__/index.test.ts.snap'
const codeEntry = /"key": "0x3a636f6465",\s*"value": "(0x[0-9a-f]+)"/

/**
 * Acala's runtime (WebAssembly, compressed) as hexadecimal, out of what the package of chopsticks has recorded; nothing
 * of it is in this repository.
 * @throws Error when that is not exactly this runtime.
 */
export function acalaRuntime(recorded = acalaRecording()): `0x${string}` {
  const [, code = ''] = codeEntry.exec(recorded) ?? []
  const bytes = hexToU8a(code)
  if (bytes.length !== known.size || blake2AsHex(bytes) !== known.hash)
    throw new Error(`The package of chopsticks does not hold the runtime of Acala ${acalaVersion}`)
  return `0x${code.slice(2)}`
}

/** The recording as text, some megabytes. */
export function acalaRecording(): string {
  // The package offers its parts by name, and this one is none: it stands beside them.
  const entry = createRequire(import.meta.url).resolve('@acala-network/chopsticks')
  return readFileSync(join(entry, '..', recording), 'utf8')
}
